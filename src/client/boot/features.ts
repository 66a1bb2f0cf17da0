/** Loads what only some pages have, as soon as the page, or an article appended to it, has it. */
export function startFeatures(): void {
  addEventListener('szpalta:view', () => {
    if (!document.querySelector('[data-feature]')) return
    import('../features/features.ts').then((table) => table.startFeatures()).catch(() => {})
  })
}
