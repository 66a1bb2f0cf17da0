/** What is told of each view, for whoever measures. `kind`: a document, or an article that was scrolled to. */
export interface PageView {
  path: string
  kind: 'page' | 'scroll'
}

const seen = new Set<string>()
/** Views so far, for those who listen later. */
export const reportedViews: PageView[] = []

/** Reports a view once for each path of this visit to the document (spec 4, "Page tracking"; decision 30). */
export function reportView(view: PageView): void {
  if (seen.has(view.path)) return
  seen.add(view.path)
  reportedViews.push(view)
  dispatchEvent(new CustomEvent('szpalta:view', { detail: view }))
}

/** The document's own view; coming back to it by the browser's history is another one. */
export function startPageViews(): void {
  reportView({ path: location.pathname, kind: 'page' })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    seen.clear()
    reportView({ path: location.pathname, kind: 'page' })
  })
}
