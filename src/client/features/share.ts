/** Needs its module before the click, in which alone a browser shares. */
export async function start(button: HTMLElement, _parts: unknown, event?: Event): Promise<void> {
  if (!event) return
  const { share = location.href, shareTitle: title = titleOfPart(button) } = button.dataset
  const url = share.startsWith('#') ? urlOfPart(button, share) : share
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
  } catch (error) {
    // The reader cancelled.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // The module was too late for the click.
  }
  const own = button.closest('[data-article]')?.querySelector<HTMLElement>('.share [data-done]')
  let said = button.dataset.done ?? own?.dataset.done ?? ''
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    said = url
  }
  statusOf(button).textContent = said
}

function titleOfPart(button: HTMLElement): string {
  return button.closest('[aria-label]')?.getAttribute('aria-label') ?? document.title
}

/** May be a coverage's later page, or another article's (LIVE-17). */
function urlOfPart(button: HTMLElement, hash: string): string {
  const path = button.closest<HTMLElement>('[data-article]')?.dataset.article ?? location.pathname
  return new URL(`${location.pathname.startsWith(`${path}/`) ? location.pathname : path}${hash}`, location.href).href
}

function statusOf(button: HTMLElement): Element {
  const known = button.parentElement?.querySelector('[role="status"]')
  if (known) return known
  const status = document.createElement('span')
  status.role = 'status'
  button.after(status)
  return status
}
