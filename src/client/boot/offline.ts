import type { ReadArticle } from '../service-worker/saved-articles.ts'
import { whenIdle } from './deferred.ts'

/** The worker missed the request for the current article, so it gets the path. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator)) return
  // The URL changes with further articles.
  const { pathname } = location
  whenIdle(() => register(pathname).catch(() => {}))
}

async function register(path: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  if (!document.querySelector('meta[content=article]')) return
  const { active } = await navigator.serviceWorker.ready
  const hero = document.querySelector<HTMLImageElement>('.hero img')
  const read: ReadArticle = { article: path, image: hero?.currentSrc }
  active?.postMessage(read)
}
