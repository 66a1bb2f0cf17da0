import type { ComponentType } from 'react'
import type { IslandName } from '../../../views/islands/registry.ts'
import { OWN_ISLANDS } from './own-islands.ts'

/** Modules of the islands. Each loads on demand, and React with the first one. */
const LOADERS = {
  ...OWN_ISLANDS,
  'newsletter-form': async () => (await import('../../../views/islands/newsletter-form.island.tsx')).NewsletterForm,
  'search-box': async () => (await import('../../../views/islands/search-box.island.tsx')).SearchBox,
  'search-results': async () => (await import('../../../views/islands/search-results.island.tsx')).SearchResults,
} satisfies Record<IslandName, () => Promise<ComponentType<never>>> as Record<
  string,
  () => Promise<ComponentType<never>>
>

async function load(root: HTMLElement): Promise<void> {
  const { island = '' } = root.dataset
  const loader = Object.hasOwn(LOADERS, island) ? LOADERS[island] : undefined
  // Of another build: it stays as it is.
  if (!loader) return
  const [{ mount }, Component] = await Promise.all([import('../../../views/islands/mount.tsx'), loader()])
  mount(root, Component)
}

const mounting = new WeakMap<HTMLElement, Promise<void>>()

/** Hydrates an island once. Rejects when its module cannot load; the next event tries again. */
function wake(root: HTMLElement): Promise<void> {
  const running = mounting.get(root)
  if (running) return running
  // The island now shows its own messages; the browser's are for readers without a script.
  const forms = root.querySelectorAll<HTMLFormElement>('form[method="post"]')
  for (const form of forms) form.noValidate = true
  const promise = load(root).then(() => {
    root.dataset.live = ''
  })
  promise.catch(() => {
    mounting.delete(root)
    for (const form of forms) form.noValidate = false
  })
  mounting.set(root, promise)
  return promise
}

function islandOf(event: Event): HTMLElement | null {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island]') : null
  return island && island.dataset.live === undefined ? island : null
}

/** Hydrates islands on a pointer or focus, or on the page's first scroll. */
export function startIslands(): void {
  const touch = (event: Event): void => {
    const island = islandOf(event)
    if (island) wake(island).catch(() => {})
  }
  document.addEventListener('pointerdown', touch, { passive: true })
  document.addEventListener('focusin', touch)
  const scrolled = document.querySelector<HTMLElement>('[data-when="scrolled"]')
  if (scrolled) addEventListener('scroll', () => wake(scrolled).catch(() => {}), { once: true, passive: true })
  document.addEventListener('submit', delaySubmit, { capture: true })
}

/** Forms that wait for their island; ignores a second click. */
const pending = new WeakSet<HTMLFormElement>()

/**
 * Delays the submission of a form until its island is ready, so that the reader stays on the page. If the island cannot
 * load, the form posts as without a script. Searches submit at once.
 */
function delaySubmit(event: SubmitEvent): void {
  const form = event.target
  const island = islandOf(event)
  if (!island || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  event.preventDefault()
  event.stopPropagation()
  if (pending.has(form)) return
  pending.add(form)
  wake(island)
    .then(
      () => form.requestSubmit(),
      () => form.submit(),
    )
    .finally(() => pending.delete(form))
}
