/** Where `npm run dev` says which build it serves (front.mjs). */
const EVENTS = '/__development/events'

let events: EventSource | undefined
/** The build that made this page; absent where the browser does not say, which is but on localhost. */
let shown = (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.serverTiming.find(
  ({ name }) => name === 'build',
)?.description

/**
 * Loads the page again when another build is served. Only while it is in view: a browser has few connections for each
 * host, and many pages may be open.
 */
export function startLiveReload(): void {
  // A frame is loaded again with its page.
  if (window !== window.top) return
  for (const name of ['visibilitychange', 'pageshow', 'pagehide']) addEventListener(name, follow, true)
  follow()
}

function follow(event?: Event): void {
  events?.close()
  if (document.visibilityState === 'hidden' || event?.type === 'pagehide') return
  events = new EventSource(EVENTS)
  events.onmessage = ({ data }: MessageEvent<string>) => {
    shown ??= data
    if (shown !== data) location.reload()
  }
}
