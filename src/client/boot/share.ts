import { onClick } from './on-click.ts'

/** Opens the device's share sheet, or copies the URL and confirms it on the button. */
export function startSharing(): void {
  onClick<HTMLButtonElement>('[data-share]', async (button) => {
    const { share: url = location.href, shareTitle: title = document.title, done = '' } = button.dataset
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      const status = button.parentElement?.querySelector('[role="status"]')
      if (status) status.textContent = done
    } catch {
      // The reader cancelled, or the clipboard is forbidden: no message.
    }
  })
}
