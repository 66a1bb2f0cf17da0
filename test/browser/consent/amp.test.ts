import {
  ARTICLE,
  type ConsentSite,
  EMBEDS,
  EVERYTHING,
  startConsentSite,
  withProperty,
} from '../../support/consent-site.ts'

/** AMP's own runtime and components, which every AMP document must load from there. */
const RUNTIME = 'https://cdn.ampproject.org/'
/** The site itself: AMP documents name their own files by absolute URLs, as caches serve them from elsewhere. */
const isOwn = (url: string): boolean => /(?:^|\.)szpalta\.test$/.test(new URL(url).hostname)
const PAGES = [
  [ARTICLE, undefined],
  [EMBEDS, 'post'],
] as const
const READERS = [
  ['without a choice', undefined, {}],
  ['with Global Privacy Control, as a property', withProperty, {}],
  ['with Global Privacy Control, as a header', undefined, { extraHTTPHeaders: { 'sec-gpc': '1' } }],
  ['without JavaScript', undefined, { javaScriptEnabled: false }],
] as const

/**
 * What the documents themselves request, everything configured: the runtime is not let in, so nothing but the markup
 * acts. What the runtime may load, and what it has to wait for, is in test/amp/consent.test.ts.
 */
describe.each([
  ['own', {}],
  ['cmp', { CMP_SCRIPT_URL: 'https://cmp.example/cmp.js', CMP_AMP_URL: 'https://cmp.example/amp.html' }],
])('CONSENT_MODE=%s: an AMP document requests nothing but its runtime (CONS-11)', (mode, more) => {
  let site: ConsentSite
  beforeAll(async () => {
    const pixel = { AUDIENCE_AMP_PIXEL_URL: 'https://pixel.example/p?url=CANONICAL_URL' }
    site = await startConsentSite({ ...EVERYTHING, ...pixel, ...more, CONSENT_MODE: mode })
  })
  afterAll(() => site.close())

  test.each(READERS)('%s', async (_name, prepare, context) => {
    for (const [path, service] of PAGES) {
      site.foreign.length = 0
      const page = await site.open(`/wp-json/amp/v2/post${path}`, {
        context,
        ...(service && { service }),
        ...(prepare && { prepare }),
      })
      await page.waitForLoadState('networkidle')
      const all = [...site.foreign]
      expect(all.filter((url) => !url.startsWith(RUNTIME) && !isOwn(url))).toEqual([])
      // The document is the one that has third parties in it: its components are those of AMP.
      const components = all.filter((url) => /amp-(?:consent|ad|analytics)/.test(url))
      if (!('javaScriptEnabled' in context)) expect(components.length).toBeGreaterThanOrEqual(2)
      await page.close()
    }
  })
})
