/** Third parties come last: when the page is there and the browser has nothing else to do. None is waited for. */
export function startIntegrations(): void {
  if (!document.getElementById('integrations')) return
  const start = (): void => {
    import('../integrations/start.ts').then((parts) => parts.startIntegrations()).catch(() => {})
  }
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
    else setTimeout(start, 500)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
