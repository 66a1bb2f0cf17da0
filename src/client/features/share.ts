/** Loaded at the first interaction, because a browser shares only while it handles a click. */
export async function start(button: HTMLElement, _parts: unknown, event?: Event): Promise<void> {
  if (!event) return
  const { share: url = location.href, shareTitle: title = document.title, done = '' } = button.dataset
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
  } catch (error) {
    // The reader cancelled.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // The module came too late for the click.
  }
  const status = button.parentElement?.querySelector('[role="status"]')
  let said = done
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    // The reader can copy it.
    said = url
  }
  if (status) status.textContent = said
}
