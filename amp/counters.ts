import { join, jsonScript, tag } from '../src/content/html/markup.ts'
import type { Counter, CounterKind } from '../src/integrations/settings.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { isSecure } from './secure.ts'

interface Config {
  requests: { view: string }
  triggers: { view: { on: 'visible'; request: 'view' } }
  extraUrlParams: object
  transport: object
}

const REFERRER = `\${documentReferrer}`
const URL_OF_PAGE = `\${canonicalUrl}`
const HOST_OF_PAGE = `\${canonicalHostname}`
/** Browsers send this text without asking the host first. */
const BODY = { beacon: true, xhrpost: true, image: false, useBody: true }
const IMAGE = { beacon: false, xhrpost: false, image: { suppressWarnings: true }, referrerPolicy: 'no-referrer' }

/** Matches `src/client/integrations/measurement.ts`. */
const REPORTS: Readonly<
  Record<CounterKind, (counter: Counter) => Pick<Config, 'extraUrlParams' | 'transport'> & { url: string }>
> = {
  plausible: ({ url, site = HOST_OF_PAGE }) => ({
    url: `${url}/api/event`,
    extraUrlParams: { name: 'pageview', domain: site, url: URL_OF_PAGE, referrer: REFERRER },
    transport: BODY,
  }),
  umami: ({ url, site }) => ({
    url: `${url}/api/send`,
    extraUrlParams: {
      type: 'event',
      payload: {
        website: site,
        hostname: HOST_OF_PAGE,
        url: `\${canonicalPath}`,
        referrer: REFERRER,
        language: `\${browserLanguage}`,
      },
    },
    transport: BODY,
  }),
  matomo: ({ url, site }) => ({
    url: `${url}/matomo.php`,
    extraUrlParams: { idsite: site, rec: '1', apiv: '1', url: URL_OF_PAGE, urlref: REFERRER },
    transport: IMAGE,
  }),
}

/** AMP sends to https alone. */
export function ampCounters(counters: readonly Counter[] = []): Counter[] {
  return counters.filter(({ url }) => isSecure(url))
}

/** Without cookies and AMP's client id nothing waits for consent (VIEW-8). */
export function countersElements(counters: readonly Counter[] | undefined): SafeHtml {
  return join(
    ampCounters(counters).map((counter) => {
      const { url, ...report } = REPORTS[counter.kind](counter)
      const config: Config = {
        requests: { view: url },
        triggers: { view: { on: 'visible', request: 'view' } },
        ...report,
      }
      return tag('amp-analytics', {}, jsonScript('application/json', config))
    }),
  )
}
