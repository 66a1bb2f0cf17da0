export interface PageView {
  path: string
  kind: 'page' | 'scroll'
}

const seen = new Set<string>()
const views: PageView[] = []

/** Counts a path once per visit (VIEW-1). */
function report(path: string, kind: PageView['kind']): void {
  if (seen.has(path)) return
  seen.add(path)
  const view: PageView = { path, kind }
  views.push(view)
  dispatchEvent(new CustomEvent('szpalta:view', { detail: view }))
}

/** The history's return counts again. */
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

export function onView(take: (view: PageView) => void): void {
  views.forEach(take)
  addEventListener('szpalta:view', (event) => take((event as CustomEvent<PageView>).detail))
}

export type OnView = typeof onView
