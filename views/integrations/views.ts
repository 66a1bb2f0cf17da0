import { type PageView, reportedViews } from '../boot/page-views.ts'

/** Calls back for every view of this document: those reported so far, then each new one. */
export function onView(take: (view: PageView) => void): void {
  for (const view of reportedViews) take(view)
  addEventListener('szpalta:view', (event) => take((event as CustomEvent<PageView>).detail))
}
