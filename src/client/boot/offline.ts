import type { ReadArticle } from '../service-worker/saved-articles.ts'
import { whenIdle } from './deferred.ts'

/** The worker missed the request for this article. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator)) return
  // Further articles change the URL.
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
