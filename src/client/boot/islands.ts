function islandOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island]:not([data-live])') : null
}

/** Loads what an island needs. Rejects when that fails; the next event tries again. */
function wake(island: HTMLElement): Promise<void> {
  // The island now shows its own messages; the browser's are for readers without a script.
  const forms = island.querySelectorAll<HTMLFormElement>('form[method="post"]')
  const validate = (isOwn: boolean): void => {
    for (const form of forms) form.noValidate = isOwn
  }
  validate(true)
  const promise = import('../islands/islands.ts').then((islands) => islands.wake(island))
  promise.catch(() => validate(false))
  return promise
}

/** Wakes islands on a pointer or focus, or on the page's first scroll. */
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
