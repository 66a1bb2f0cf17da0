import type { ReadArticle } from '../worker/kept.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Registers the service worker once the page has loaded and rests, and tells it of the article that is shown: also of
 * the first one of a visit, which came before there was a worker. Silent where workers are not to be had.
 */
export function startOffline(): void {
  // Absent without https, but on localhost.
  if (!('serviceWorker' in navigator)) return
  // Now: the address changes when a further article comes into view.
  const { pathname } = location
  addEventListener('load', () => whenIdle(() => register(pathname).catch(() => {})))
}

async function register(path: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  if (!document.querySelector('meta[property="og:type"][content="article"]')) return
  const { active } = await navigator.serviceWorker.ready
  const hero = document.querySelector<HTMLImageElement>('.hero img')
  const read: ReadArticle = { article: path, picture: hero?.currentSrc }
  active?.postMessage(read)
}
