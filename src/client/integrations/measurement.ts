import type { OnView } from '../boot/views.ts'
import type { ConsentGate } from './consent/gate.ts'
import { loadScript } from './script.ts'

/** The document itself is an ordinary view (VIEW-2). */
export function startAnalytics(id: string, onView: OnView): void {
  gtag('js', new Date())
  gtag('config', id)
  let isFirst = true
  onView(({ path, kind }) => {
    if (kind === 'scroll') gtag('event', 'postview', { event_category: 'scroll posts', page_path: path })
    // The library counts the document itself once.
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
  // The libraries recognise a command by its `arguments` object.
  // biome-ignore lint/complexity/noArguments: they take nothing else
  window.dataLayer.push(arguments)
}

/** Milliseconds. */
const WAIT = 500

/** Denies everything before Google's libraries load (CONS-20). */
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
