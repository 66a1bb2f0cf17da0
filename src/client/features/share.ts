/** Loaded at the first interaction, because a browser shares only while it handles a click. */
export async function start(button: HTMLElement, _parts: unknown, event?: Event): Promise<void> {
  if (!event) return
  const { share: url = location.href, shareTitle: title = document.title, done = '' } = button.dataset
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    const status = button.parentElement?.querySelector('[role="status"]')
    if (status) status.textContent = done
  } catch {
    // The reader cancelled, or the clipboard is forbidden.
  }
}
