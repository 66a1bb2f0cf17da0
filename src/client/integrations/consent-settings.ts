/**
 * The footer's link opens the consent platform's dialogue (CONS-5). Without a platform, or with one that lacks the
 * command, it leads to the privacy policy.
 */
export function startConsentSettings(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-consent-settings]')
  link?.addEventListener('click', (event) => {
    const api = window.__tcfapi
    if (typeof api !== 'function' || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    api('displayConsentUi', 2, (_data, isOk) => {
      if (isOk === false) location.assign(link.href)
    })
  })
}
