/** A view, for measurement. `kind`: a document, or an article that was scrolled to. */
export interface PageView {
  path: string
  kind: 'page' | 'scroll'
}

const seen = new Set<string>()
/** Views so far, for late listeners. */
const views: PageView[] = []

/** Reports a view once for each path per visit to the document (VIEW-1). */
function report(path: string, kind: PageView['kind']): void {
  if (seen.has(path)) return
  seen.add(path)
  const view: PageView = { path, kind }
  views.push(view)
  dispatchEvent(new CustomEvent('szpalta:view', { detail: view }))
}

/** Reports the document's own view, those of appended articles, and another one for each return through the browser's history. */
export function startViews(): void {
  const reportPage = () => report(location.pathname, 'page')
  reportPage()
  addEventListener('szpalta:article', (event) => report((event as CustomEvent<{ path: string }>).detail.path, 'scroll'))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    seen.clear()
    reportPage()
  })
}

/** Calls back for every view of this document, past and future. */
export function onView(take: (view: PageView) => void): void {
  views.forEach(take)
  addEventListener('szpalta:view', (event) => take((event as CustomEvent<PageView>).detail))
}

export type OnView = typeof onView
