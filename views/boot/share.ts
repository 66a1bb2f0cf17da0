import { onClick } from './on-click.ts'

/** The device's own way of sharing, else the address goes to the clipboard and the button says so. */
export function startSharing(): void {
  onClick<HTMLButtonElement>('[data-share]', async (button) => {
    const { share: url = location.href, shareTitle: title = document.title, done = '' } = button.dataset
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      const status = button.parentElement?.querySelector('[role="status"]')
      if (status) status.textContent = done
    } catch {
      // The reader thought better of it, or the clipboard is forbidden: nothing to say.
    }
  })
}
