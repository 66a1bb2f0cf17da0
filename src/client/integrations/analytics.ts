import type { OnView } from '../boot/views.ts'
import { gtag } from './gtag.ts'
import { loadScript } from './script.ts'

/** Google Analytics by measurement id (VIEW-2). */
export function startAnalytics(id: string, onView: OnView): void {
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
    window.dataLayer?.push({ event: 'video', ...(event as CustomEvent<object>).detail })
  })
  void loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}
