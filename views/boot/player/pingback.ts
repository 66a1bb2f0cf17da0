/** Share of an item that makes it seen. */
const SEEN = 0.1

/** Ids of which each article has told, in this view of the page. */
let told = new WeakMap<Element, Set<string>>()

/**
 * Tells the provider that an item has been seen: once in each article that shows it, and again when the page comes back
 * by the browser's history (GIF-9). No cookie and no address of the page goes along.
 */
export function startPingback(root: HTMLElement, isGranted: () => boolean): void {
  const { player: id = '', pingback: url = '' } = root.dataset
  const article = root.closest('article') ?? document.body
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const ids = told.get(article) ?? new Set()
      if (ids.has(id) || !isGranted()) return
      told.set(article, ids.add(id))
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
    told = new WeakMap()
    observer.observe(root)
  })
}
