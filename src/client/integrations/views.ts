import { type PageView, reportedViews } from '../boot/page-views.ts'

/** Calls back for every view of this document, past and future. */
export function onView(take: (view: PageView) => void): void {
  for (const view of reportedViews) take(view)
  addEventListener('szpalta:view', (event) => take((event as CustomEvent<PageView>).detail))
}
