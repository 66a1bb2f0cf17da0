import { whenIdle } from './when-idle.ts'

/** Third parties come last: when the page is there and the browser has nothing else to do. None is waited for. */
export function startIntegrations(): void {
  if (!document.getElementById('integrations')) return
  const start = (): void => {
    import('../integrations/start.ts').then((parts) => parts.startIntegrations()).catch(() => {})
  }
  addEventListener('load', () => whenIdle(start))
}
