import type { IslandName } from '../islands/table.ts'

type Mount = (root: HTMLElement) => void

/** The browser's side of the islands: each arrives, and React with the first of them, when it is needed. */
const LOADERS: Record<IslandName, () => Promise<Mount>> = {
  'newsletter-form': () => react(async () => (await import('../islands/newsletter-form.island.tsx')).NewsletterForm),
  'search-box': () => react(async () => (await import('../islands/search-box.island.tsx')).SearchBox),
  'search-results': () => react(async () => (await import('../islands/search-results.island.tsx')).SearchResults),
}

async function react<P extends object>(load: () => Promise<import('react').ComponentType<P>>): Promise<Mount> {
  const [{ mount }, Component] = await Promise.all([import('../islands/mount.tsx'), load()])
  return (root) => mount(root, Component)
}

const mounting = new WeakMap<HTMLElement, Promise<void>>()

/** Hydrates an island once. Rejects when its code cannot be had; the next touch tries again. */
function wake(root: HTMLElement): Promise<void> {
  const running = mounting.get(root)
  if (running) return running
  const loader = LOADERS[root.dataset.island as IslandName]
  // From here on the island says what is wrong; the browser's own words are for readers without a script.
  const forms = root.querySelectorAll<HTMLFormElement>('form[method="post"]')
  for (const form of forms) form.noValidate = true
  const promise = loader().then((mount) => {
    mount(root)
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

/** Islands wake when a pointer or the focus comes to them, or when the page is first scrolled. */
export function startIslands(): void {
  const touch = (event: Event): void => {
    const island = islandOf(event)
    if (island) wake(island).catch(() => {})
  }
  document.addEventListener('pointerdown', touch, { passive: true })
  document.addEventListener('focusin', touch)
  const scrolled = document.querySelector<HTMLElement>('[data-when="scrolled"]')
  if (scrolled) addEventListener('scroll', () => wake(scrolled).catch(() => {}), { once: true, passive: true })
  document.addEventListener('submit', holdSubmit, { capture: true })
}

/** Forms that wait for their island: a second click is the same wish. */
const held = new WeakSet<HTMLFormElement>()

/**
 * A form that posts waits for its island, so that the reader stays on the page; when the island cannot be had, it posts
 * as it would have without a script. Searches go their way at once.
 */
function holdSubmit(event: SubmitEvent): void {
  const form = event.target
  const island = islandOf(event)
  if (!island || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  event.preventDefault()
  event.stopPropagation()
  if (held.has(form)) return
  held.add(form)
  wake(island)
    .then(
      () => form.requestSubmit(),
      () => form.submit(),
    )
    .finally(() => held.delete(form))
}
