/**
 * What only some pages have, in modules of their own. An element names its feature by `data-feature`; the boot script
 * loads this table when a page, or an article that is appended to it, has such an element.
 */
const LOADERS: Record<string, () => Promise<{ start: Start }>> = {
  animation: () => import('./animations.ts'),
  breaking: () => import('./breaking.ts'),
  live: () => import('./live.ts'),
  recording: () => import('./recording.ts'),
}

/** @param startFeatures for a feature that brings in others */
type Start = (element: HTMLElement, startFeatures: () => void) => unknown

const started = new WeakSet<HTMLElement>()

/** Starts each feature once for each of its elements. A module that cannot load leaves the element as the server sent it. */
export function startFeatures(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-feature]')) {
    const { feature = '' } = element.dataset
    const loader = Object.hasOwn(LOADERS, feature) ? LOADERS[feature] : undefined
    if (!loader || started.has(element)) continue
    started.add(element)
    loader()
      .then(({ start }) => start(element, startFeatures))
      .catch(() => started.delete(element))
  }
}
