/** (front.ts) */
const EVENTS = '/__development/events'

let events: EventSource | undefined
/** Absent where the browser does not say. */
let shown = (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.serverTiming.find(
  ({ name }) => name === 'build',
)?.description

/** Only while the page is in view: browsers have few connections for each host. */
export function startLiveReload(): void {
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
  events.addEventListener('broken-files', ({ data }: MessageEvent<string>) => nameBrokenFiles(JSON.parse(data)))
}

const PANEL = 'broken-files'
/** The policy lets a script set them. */
const STYLES: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  insetInline: '0',
  insetBlockEnd: '0',
  zIndex: '2147483647',
  maxBlockSize: '50vh',
  overflow: 'auto',
  boxSizing: 'border-box',
  padding: '0.75rem 1rem',
  background: '#5f0a0a',
  color: '#fff',
  font: '14px/1.5 ui-monospace, monospace',
}

/** (SRC-72) */
function nameBrokenFiles(lines: readonly string[]): void {
  document.getElementById(PANEL)?.remove()
  if (lines.length === 0) return
  const panel = document.createElement('aside')
  panel.id = PANEL
  panel.lang = 'en'
  panel.tabIndex = 0
  panel.setAttribute('aria-label', 'Broken files of the newsroom')
  Object.assign(panel.style, STYLES)
  const details = document.createElement('details')
  details.open = true
  const summary = document.createElement('summary')
  summary.textContent = `Files of the newsroom that cannot be read: ${lines.length}`
  const list = document.createElement('ul')
  for (const line of lines) {
    const item = document.createElement('li')
    item.textContent = line
    item.style.overflowWrap = 'anywhere'
    list.append(item)
  }
  details.append(summary, list)
  panel.append(details)
  document.body.append(panel)
}
