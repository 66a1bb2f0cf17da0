/** Visible share at which an item counts as seen. */
const SEEN = 0.1

/** Ids already reported for each article, in this view of the page. */
let reported = new WeakMap<Element, Set<string>>()

/**
 * Reports an item as seen to its provider: once in each article, and again after a return through the browser's history
 * (GIF-9). Sends no cookie and no page URL.
 */
export function startPingback(root: HTMLElement, isGranted: () => boolean): void {
  const { player: id = '', pingback: url = '' } = root.dataset
  const article = root.closest('article') ?? document.body
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const ids = reported.get(article) ?? new Set()
      if (ids.has(id) || !isGranted()) return
      reported.set(article, ids.add(id))
      void fetch(`${url}${url.includes('?') ? '&' : '?'}ts=${Date.now()}`, {
        mode: 'no-cors',
        credentials: 'omit',
        keepalive: true,
        referrerPolicy: 'no-referrer',
      }).catch(() => {})
    },
    { threshold: SEEN },
  )
  observer.observe(root)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    reported = new WeakMap()
    observer.observe(root)
  })
}
