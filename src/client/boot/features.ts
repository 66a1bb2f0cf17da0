/** Loads what only some pages have, at the view of a page, or of an article appended to it, that has it (PERF-6). */
export function startFeatures(): void {
  addEventListener('szpalta:view', () => {
    if (!document.querySelector('[data-feature]')) return
    import('../features/features.ts').then((table) => table.startFeatures()).catch(() => {})
  })
}
