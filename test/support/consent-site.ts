import type { Page, Request } from 'playwright-core'
import { type OpenOptions, type Site, startSite } from './site.ts'
import { untilQuiet, watchRequests } from './until-quiet.ts'

export const GTAG = 'https://www.googletagmanager.com/gtag/js?id=G-TEST123'
export const GPT = 'https://securepubads.g.doubleclick.net/tag/js/gpt.js'
export const SDK = 'https://sdk.mrf.io/statics/marfeel-sdk.js?id=1234'
export const PUSH = 'https://push.example/sdk.js'
export const AUDIENCE = 'https://audience.example/measure.js'
export const COMMENTS = 'https://komentarze.example/js/embed.min.js'

/** Every third party that a setting can name. */
export const EVERYTHING = {
  GAM_NETWORK_CODE: '123',
  GA_MEASUREMENT_ID: 'G-TEST123',
  MARFEEL_ACCOUNT_ID: '1234',
  PUSH_SCRIPT_URL: PUSH,
  AUDIENCE_SCRIPT_URL: AUDIENCE,
  COMMENTS_SCRIPT_URL: COMMENTS,
  GIPHY_API_KEY: 'tajnyKluczGiphy',
  GIPHY_API_URL: 'http://127.0.0.1:9',
}

export const ARTICLE = '/2026/05/pierwsza-wyplata-z-gieldy'
/** Of the service `post`: with posts of other sites. */
export const EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'

/** A portal, a browser, and every request that its pages make. */
export interface ConsentSite extends Site {
  /** URLs of other hosts that were requested, without the consent platform's. */
  thirdParties(): string[]
  /** Paths of scripts and styles of this server, by which a page's bytes are counted. */
  loaded(page: Page): string[]
}

export async function startConsentSite(variables: Record<string, string>): Promise<ConsentSite> {
  const site = await startSite(variables)
  const paths = new WeakMap<Page, string[]>()
  const hosts = new Set(Object.values(variables).flatMap((value) => URL.parse(value)?.host ?? []))
  const platform = variables.CMP_SCRIPT_URL && new URL(variables.CMP_SCRIPT_URL).host
  return {
    ...site,
    thirdParties: () => site.foreign.filter((url) => new URL(url).host !== platform),
    loaded: (page) => paths.get(page) ?? [],
    open: (path, options: OpenOptions = {}) =>
      site.open(path, {
        ...options,
        prepare: async (page) => {
          // A context of its own is without the browser's guard against other hosts, which also counts them.
          await page.context().route(
            (url) => url.port !== String(site.portal.port),
            async (route) => {
              site.foreign.push(route.request().url())
              await route.abort()
            },
          )
          watchRequests(page)
          const own: string[] = []
          paths.set(page, own)
          page.on('request', (request: Request) => {
            const url = new URL(request.url())
            if (!hosts.has(url.host) && /\.(?:js|css)$/.test(url.pathname)) own.push(url.pathname)
          })
          await options.prepare?.(page)
        },
      }),
  }
}

/** Until everything that runs when the page is idle has run, scrolling to the discussion and to the end of the page. */
export async function settle(page: Page): Promise<void> {
  await untilQuiet(page)
  await page.evaluate(() => document.querySelector('[data-comments]')?.scrollIntoView({ behavior: 'instant' }))
  await untilQuiet(page, 150)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await untilQuiet(page)
}

export const question = (page: Page) => page.getByRole('dialog', { name: 'Pytanie o zgodę' })
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Twoja zgoda' })
/** The question takes the focus a moment after it shows. */
export async function questionShows(page: Page): Promise<void> {
  await question(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('.cm'))
}
export const changeLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Zmień zgodę' })

/** Commands of Google's libraries, in order. */
export const layer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>)))

export const chosen = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('consent') ?? 'null') as unknown)

/** A browser with the signal that pages can see. */
export const withProperty = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true, configurable: true })
  })
