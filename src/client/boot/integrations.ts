import { whenIdle } from './when-idle.ts'

/** Third parties load last, once the page has loaded and the browser is idle. */
export function startIntegrations(): void {
  if (!document.getElementById('integrations')) return
  whenIdle(() => {
    import('../integrations/start.ts').then((parts) => parts.startIntegrations()).catch(() => {})
  })
}
