import type { Integrations } from './settings.ts'

/**
 * What a third party adds to the content security policy of every page. No scripts: the portal's own script adds the
 * configured ones, and what those load is trusted (docs/decisions/016).
 */
interface Sources {
  connect?: string[]
  frame?: string[]
}

/** Admits only what is configured. Advertising may frame and call any host, because bidders do. */
export function integrationSources(integrations: Integrations): Required<Sources> {
  const { adNetwork, analyticsId, marfeelAccount, pushScript, audienceScript, comments, scripts = [] } = integrations
  const needed: Sources[] = []
  if (adNetwork) needed.push(ADS)
  if (analyticsId) needed.push(ANALYTICS)
  if (marfeelAccount) needed.push(MARFEEL)
  if (pushScript) needed.push(scriptOf(pushScript))
  if (audienceScript) needed.push(scriptOf(audienceScript))
  if (comments) needed.push(comments.kind === 'disqus' ? DISQUS : scriptOf(comments.url))
  for (const { url, connect = [] } of scripts) {
    needed.push(scriptOf(url), ...connect.map(scriptOf))
  }
  const all = (kind: keyof Sources): string[] => [...new Set(needed.flatMap((sources) => sources[kind] ?? []))]
  return { connect: all('connect'), frame: all('frame') }
}

const ADS: Sources = {
  connect: ['https:'],
  frame: ['https:'],
}
const ANALYTICS: Sources = {
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
}
const MARFEEL: Sources = { connect: ['https://*.newsroom.bi', 'https://*.mrf.io'] }

const DISQUS: Sources = {
  connect: ['https://links.services.disqus.com'],
  frame: ['https://disqus.com', 'https://*.disqus.com'],
}

/** A provider known only by its script: its host may be called and framed too. */
function scriptOf(url: string): Sources {
  const { origin } = new URL(url)
  return { connect: [origin], frame: [origin] }
}
