import { loadScript } from './script.ts'
import { onView } from './views.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Google Analytics by measurement id (VIEW-2). */
export function startAnalytics(id: string): void {
  window.dataLayer ??= []
  const layer = window.dataLayer
  // The library recognises a command by its `arguments` object.
  const gtag: (...command: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: the library takes nothing else
    layer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id)
  let isFirst = true
  onView(({ path, kind }) => {
    if (kind === 'scroll') gtag('event', 'postview', { event_category: 'scroll posts', page_path: path })
    // The library counts the document itself, once; returns to it are reported here.
    else if (!isFirst) gtag('event', 'page_view', { page_path: path })
    isFirst = false
  })
  addEventListener('szpalta:video', (event) => {
    layer.push({ event: 'video', ...(event as CustomEvent<object>).detail })
  })
  void loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}
