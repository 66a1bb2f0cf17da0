import type { Integrations } from './settings.ts'

/** What a third party needs of the content security policy, beside what every page allows. */
interface Sources {
  script?: string[]
  connect?: string[]
  frame?: string[]
}

/**
 * Only what is configured is let in. Advertising and comments load what they please from anywhere in their own name:
 * their scripts are named by host, their frames and calls are not.
 */
export function integrationSources(integrations: Integrations): Required<Sources> {
  const { adNetwork, analyticsId, marfeelAccount, pushScript, audienceScript, comments } = integrations
  const needed: Sources[] = []
  if (adNetwork) needed.push(ADS)
  if (analyticsId) needed.push(ANALYTICS)
  if (marfeelAccount) needed.push(MARFEEL)
  if (pushScript) needed.push(scriptOf(pushScript))
  if (audienceScript) needed.push(scriptOf(audienceScript))
  if (comments) needed.push(comments.kind === 'disqus' ? disqus(comments.shortname) : scriptOf(comments.url))
  const all = (kind: keyof Sources): string[] => [...new Set(needed.flatMap((sources) => sources[kind] ?? []))]
  return { script: all('script'), connect: all('connect'), frame: all('frame') }
}

const ADS: Sources = {
  script: [
    'https://securepubads.g.doubleclick.net',
    'https://*.googlesyndication.com',
    'https://*.doubleclick.net',
    'https://*.google.com',
    'https://*.adtrafficquality.google',
  ],
  connect: ['https:'],
  frame: ['https:'],
}
const ANALYTICS: Sources = {
  script: ['https://www.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
}
const MARFEEL: Sources = { script: ['https://sdk.mrf.io'], connect: ['https://*.newsroom.bi', 'https://*.mrf.io'] }

function disqus(shortname: string): Sources {
  return {
    script: [`https://${shortname}.disqus.com`, 'https://c.disquscdn.com'],
    connect: ['https://links.services.disqus.com'],
    frame: ['https://disqus.com', 'https://*.disqus.com'],
  }
}

/** A provider known by its script alone: its host may be called and framed too. */
function scriptOf(url: string): Sources {
  const { origin } = new URL(url)
  return { script: [origin], connect: [origin], frame: [origin] }
}
