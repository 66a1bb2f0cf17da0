import type { ComponentType } from 'react'
import type { IslandName } from '../../../views/islands/registry.ts'
import { OWN_ISLANDS } from './own-islands.ts'

/** Makes an island interactive. */
type Start = (root: HTMLElement) => unknown

/** Modules of the islands, by name. Each loads on demand, and React with the first one that needs it. */
const LOADERS: Record<string, () => Promise<Start>> = {
  ...Object.fromEntries(Object.entries(OWN_ISLANDS).map(([name, load]) => [name, () => hydration(load)])),
  ...({
    'newsletter-form': async () => (await import('./newsletter-form.ts')).startNewsletterForm,
    'search-box': async () => (await import('./search-box.ts')).startSearchBox,
    'search-results': () =>
      hydration(async () => (await import('../../../views/islands/search-results.island.tsx')).SearchResults),
  } satisfies Record<IslandName, () => Promise<Start>>),
}

async function hydration(load: () => Promise<ComponentType<never>>): Promise<Start> {
  const [{ mount }, Component] = await Promise.all([import('../../../views/islands/mount.tsx'), load()])
  // Evaluation and hydration are two tasks, so that an input between them need not wait for both.
  await new Promise((resolve) => setTimeout(resolve))
  return (root) => mount(root, Component)
}

const waking = new WeakMap<HTMLElement, Promise<void>>()

/** Starts an island once. Rejects when its module cannot load; the next event tries again. */
export function wake(root: HTMLElement): Promise<void> {
  const running = waking.get(root)
  if (running) return running
  const promise = start(root)
  promise.catch(() => waking.delete(root))
  waking.set(root, promise)
  return promise
}

async function start(root: HTMLElement): Promise<void> {
  const { island = '' } = root.dataset
  const load = Object.hasOwn(LOADERS, island) ? LOADERS[island] : undefined
  // Of another build: it stays as it is.
  const startIsland = await load?.()
  startIsland?.(root)
  root.dataset.live = ''
}
