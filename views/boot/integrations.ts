/** Third parties come last: when the page is there and the browser has nothing else to do. None is waited for. */
export function startIntegrations(): void {
  if (!document.getElementById('integrations')) return
  const start = (): void => {
    import('../integrations/start.ts').then((parts) => parts.startIntegrations()).catch(() => {})
  }
  // Safari 17 has no idle callback.
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(start))
}
