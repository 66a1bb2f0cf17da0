import type { Counter } from '../../integrations/settings.ts'
import type { OnView } from '../boot/views.ts'
import type { ConsentGate } from './consent/gate.ts'
import { hasSignal } from './consent/signal.ts'
import { loadScript } from './script.ts'

/** The document is an ordinary view (VIEW-2). */
export function startAnalytics(id: string, onView: OnView): void {
  gtag('js', new Date())
  gtag('config', id)
  let isFirst = true
  onView(({ path, kind }) => {
    if (kind === 'scroll') gtag('event', 'postview', { event_category: 'scroll posts', page_path: path })
    // The library counts the document.
    else if (!isFirst) gtag('event', 'page_view', { page_path: path })
    isFirst = false
  })
  addEventListener('szpalta:video', (event) => {
    window.dataLayer?.push({ event: 'video', ...(event as CustomEvent<object>).detail })
  })
  void loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const gtag: (...command: unknown[]) => void = function () {
  window.dataLayer ??= []
  // Commands are recognised as `arguments`.
  // biome-ignore lint/complexity/noArguments: they take nothing else
  window.dataLayer.push(arguments)
}

/** Milliseconds. */
const WAIT = 500

/** Comes before Google's libraries (CONS-20). */
export function signalConsent(gate: ConsentGate): void {
  const state = (advertising: boolean, analytics: boolean): object => {
    const [ads, statistics] = [advertising, analytics].map((isGranted) => (isGranted ? 'granted' : 'denied'))
    return {
      ad_storage: ads,
      ad_user_data: ads,
      ad_personalization: ads,
      analytics_storage: statistics,
    }
  }
  gtag('consent', 'default', { ...state(false, false), wait_for_update: WAIT })
  gate.onChange((isGranted) => gtag('consent', 'update', state(isGranted('advertising'), isGranted('measurement'))))
}

interface Compass {
  trackNewPage(options: { rs: string }): void
}

declare global {
  interface Window {
    marfeel?: { cmd?: Array<[string, (compass: Compass) => void]> }
  }
}

export function startMarfeel(onView: OnView): void {
  window.marfeel ??= {}
  window.marfeel.cmd ??= []
  // The library replaces the queue.
  onView(() => window.marfeel?.cmd?.push(['compass', (compass) => compass.trackNewPage({ rs: 'infinite scroll' })]))
  void loadScript('/marfeel.js')
}

interface CountedView {
  url: string
  referrer: string
}

/** `type` of a body; absent: one that needs no preflight. */
interface Report {
  url: string
  body?: string
  type?: string
}

/**
 * As in plausible.io/docs/events-api, umami.is/docs/api/sending-stats, developer.matomo.org/api-reference/tracking-api.
 */
const REPORTS: Readonly<Record<Counter['kind'], (counter: Counter, view: CountedView) => Report>> = {
  plausible: ({ url, site = location.hostname }, view) => ({
    url: `${url}/api/event`,
    body: JSON.stringify({ name: 'pageview', domain: site, url: view.url, referrer: view.referrer || null }),
  }),
  umami: ({ url, site }, view) => {
    const { hostname } = location
    const { pathname } = new URL(view.url)
    const payload = { website: site, hostname, url: pathname, referrer: view.referrer, language: navigator.language }
    return { url: `${url}/api/send`, body: JSON.stringify({ type: 'event', payload }), type: 'application/json' }
  },
  matomo: ({ url, site = '' }, view) => {
    const query = { idsite: site, rec: '1', apiv: '1', send_image: '0', url: view.url, urlref: view.referrer }
    return { url: `${url}/matomo.php?${new URLSearchParams(query)}` }
  },
}

/** Reports views without cookies, storage or a provider's script (VIEW-8). The privacy signal refuses (CONS-21). */
export function countViews(counters: readonly Counter[], onView: OnView): void {
  if (hasSignal()) return
  let { referrer } = document
  onView(({ path }) => {
    const url = location.origin + path
    for (const counter of counters) send(REPORTS[counter.kind](counter, { url, referrer }))
    referrer = url
  })
}

function send({ url, body, type }: Report): void {
  const plain = type === undefined
  fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    headers: plain ? undefined : { 'content-type': type },
    mode: plain ? 'no-cors' : 'cors',
    credentials: 'omit',
    cache: 'no-store',
    keepalive: true,
    referrerPolicy: 'no-referrer',
  }).catch(() => {})
}
