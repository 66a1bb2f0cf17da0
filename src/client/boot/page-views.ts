/** A view, for measurement. `kind`: a document, or an article that was scrolled to. */
export interface PageView {
  path: string
  kind: 'page' | 'scroll'
}

const seen = new Set<string>()
/** Views so far, for late listeners. */
export const reportedViews: PageView[] = []

/** Reports a view once for each path per visit to the document (VIEW-1). */
export function reportView(view: PageView): void {
  if (seen.has(view.path)) return
  seen.add(view.path)
  reportedViews.push(view)
  dispatchEvent(new CustomEvent('szpalta:view', { detail: view }))
}

/** Reports the document's own view, and another one for each return through the browser's history. */
export function startPageViews(): void {
  reportView({ path: location.pathname, kind: 'page' })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    seen.clear()
    reportView({ path: location.pathname, kind: 'page' })
  })
}
