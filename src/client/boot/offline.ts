import type { ReadArticle } from '../service-worker/saved-articles.ts'
import { whenIdle } from './deferred.ts'

/** The current article's request came before the worker, which therefore gets its path. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator)) return
  // The URL changes when a further article comes into view.
  const { pathname } = location
  whenIdle(() => register(pathname).catch(() => {}))
}

async function register(path: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  if (!document.querySelector('meta[property="og:type"][content="article"]')) return
  const { active } = await navigator.serviceWorker.ready
  const hero = document.querySelector<HTMLImageElement>('.hero img')
  const read: ReadArticle = { article: path, image: hero?.currentSrc }
  active?.postMessage(read)
}
