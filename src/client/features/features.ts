/**
 * What only some pages have, in modules of their own. An element names its feature by `data-feature`; the boot script
 * loads this table when a page, or an article that is appended to it, has such an element.
 */
const LOADERS: Record<string, () => Promise<{ start: (element: HTMLElement) => unknown }>> = {
  animation: () => import('./animations.ts'),
  breaking: () => import('./breaking.ts'),
}

const started = new WeakSet<HTMLElement>()

/** Starts each feature once for each of its elements. A module that cannot load leaves the element as the server sent it. */
export function startFeatures(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-feature]')) {
    const { feature = '' } = element.dataset
    const loader = Object.hasOwn(LOADERS, feature) ? LOADERS[feature] : undefined
    if (!loader || started.has(element)) continue
    started.add(element)
    loader()
      .then(({ start }) => start(element))
      .catch(() => started.delete(element))
  }
}
