import { loadScript } from './script.ts'
import { onView } from './views.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Google Analytics by measurement id (decision 66). */
export function startAnalytics(id: string): void {
  window.dataLayer ??= []
  const layer = window.dataLayer
  // The library tells a command from an event by its kind of object.
  const gtag: (...command: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: the library takes nothing else
    layer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id)
  let isFirst = true
  onView(({ path, kind }) => {
    if (kind === 'scroll') gtag('event', 'postview', { event_category: 'scroll posts', page_path: path })
    // The library counts the document by itself, once: coming back to it is for us to tell.
    else if (!isFirst) gtag('event', 'page_view', { page_path: path })
    isFirst = false
  })
  addEventListener('szpalta:video', (event) => {
    layer.push({ event: 'video', ...(event as CustomEvent<object>).detail })
  })
  void loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}
