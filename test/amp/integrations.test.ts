import { JSDOM } from 'jsdom'
import { thirdPartiesOf } from '../support/amp-third-parties.ts'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { startHub } from '../support/hub-server.ts'
import { startTestPortal } from '../support/portal.ts'

const PATH = '/2026/03/reklamy'
const slot = (adUnit: string, more: object = {}) => ({
  adUnit,
  active: true,
  adSizes: {
    mobile: [
      [300, 250],
      ['320', '100'],
      [336, 280],
    ],
    desktop: [[970, 250]],
  },
  ...more,
})
const ARTICLE = {
  ID: 7,
  title: 'Artykuł z reklamami',
  relative_link: PATH,
  publication_date: '2026-03-03T10:00:00+01:00',
  blocks: Array.from({ length: 30 }, (_, index) => ({
    blockName: 'core/paragraph',
    attrs: [],
    innerHTML: `<p>Akapit ${index}.</p>`,
    innerBlocks: [],
  })),
  ad_slots: {
    10: slot('/123/po_dziesieciu'),
    0: slot('/123/pierwszy'),
    1: slot('drugi'),
    2: slot('/123/bez_telefonow', { adSizes: { desktop: [[970, 250]] } }),
    3: slot('/123/przyklejony', { addStick: '1', adSizes: { mobile: [[320, 50]] } }),
  },
}

async function ampWith(variables: Record<string, string>): Promise<{ document: Document; problems: string[] }> {
  const hub = await startHub(undefined, ({ path }) =>
    path.includes('/post/') ? { body: JSON.stringify(ARTICLE) } : undefined,
  )
  const portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, ...variables })
  try {
    const { text } = await portal.get(`/wp-json/amp/v2/post${PATH}`)
    const { document } = new JSDOM(text).window
    return { document, problems: [...(await ampProblems(text)), ...unvalidatedProblems(document)] }
  } finally {
    await portal.close()
    await hub.close()
  }
}

test('nothing of a third party is loaded when nothing is configured', async () => {
  const { document, problems } = await ampWith({})
  expect(problems).toEqual([])
  expect(document.querySelectorAll('amp-ad, amp-sticky-ad, amp-analytics, amp-consent')).toHaveLength(0)
})

test('ADS-1: slots 0 to 3 with a size for phones become doubleclick ads of the largest mobile size, and one is sticky', async () => {
  const { document, problems } = await ampWith({ GAM_NETWORK_CODE: '999' })
  expect(problems).toEqual([])
  const inline = [...document.querySelectorAll('.article-body amp-ad')]
  expect(inline.map((ad) => ad.getAttribute('data-slot'))).toEqual(['/123/pierwszy', '/999/drugi'])
  expect([inline[0]?.getAttribute('width'), inline[0]?.getAttribute('height')]).toEqual(['336', '280'])
  expect(inline[0]?.getAttribute('data-multi-size')).toBe('300x250,320x100')
  expect(document.querySelector('amp-sticky-ad > amp-ad')?.getAttribute('data-slot')).toBe('/123/przyklejony')
})

test('ADS-14: an article of the newsroom with its slots is valid AMP', async () => {
  const portal = await startTestPortal({ GAM_NETWORK_CODE: '999', SERVICE: 'akademia' })
  const { text } = await portal.get('/wp-json/amp/v2/post/2026/11/multisig-dwa-z-trzech')
  await portal.close()
  const { document } = new JSDOM(text).window
  expect([...(await ampProblems(text)), ...unvalidatedProblems(document)]).toEqual([])
  const units = [...document.querySelectorAll('amp-ad')].map((ad) => ad.getAttribute('data-slot'))
  expect(units).toEqual([0, 1, 2, 3].slice(0, units.length).map((key) => `/999/bizblog/single_${key}`))
  expect(units.length).toBeGreaterThan(1)
})

test('analytics has the measurement id', async () => {
  const { document, problems } = await ampWith({ GA_MEASUREMENT_ID: 'G-ABC123' })
  expect(problems).toEqual([])
  expect(JSON.parse(document.querySelector('amp-analytics > script')?.textContent ?? '{}').vars.gtag_id).toBe(
    'G-ABC123',
  )
})

test('in consent mode ads and analytics wait for the decision (AMP-7)', async () => {
  const { document, problems } = await ampWith({
    GAM_NETWORK_CODE: '999',
    GA_MEASUREMENT_ID: 'G-ABC123',
    CONSENT_MODE: 'cmp',
  })
  expect(problems).toEqual([])
  expect(document.querySelectorAll('amp-consent')).toHaveLength(1)
  const waiting = [...document.querySelectorAll('amp-ad, amp-analytics')]
  expect(waiting).toHaveLength(4)
  expect(waiting.every((element) => element.hasAttribute('data-block-on-consent-purposes'))).toBe(true)
  expect(thirdPartiesOf(document).before).toEqual([])
})

const UMAMI_ID = '94db1cb1-74f4-4a40-ad6c-962362670409'
const COUNTERS = {
  PLAUSIBLE_URL: 'https://plausible.example/',
  UMAMI_URL: 'https://umami.example',
  UMAMI_WEBSITE_ID: UMAMI_ID,
  MATOMO_URL: 'https://matomo.example/liczby',
  MATOMO_SITE_ID: '7',
}

test.each(['preset', 'none', 'own', 'cmp'])(
  'with consent %s counters report the canonical page, and neither wait, ask nor read a client id (VIEW-8)',
  async (mode) => {
    const { document, problems } = await ampWith({ ...COUNTERS, CONSENT_MODE: mode })
    expect(problems).toEqual([])
    const elements = [...document.querySelectorAll('amp-analytics')]
    const configs = elements.map((element) => JSON.parse(element.textContent ?? '{}'))
    expect(configs.map(({ requests }) => requests.view)).toEqual([
      'https://plausible.example/api/event',
      'https://umami.example/api/send',
      'https://matomo.example/liczby/matomo.php',
    ])
    expect(configs[0].extraUrlParams).toEqual({
      name: 'pageview',
      domain: `\${canonicalHostname}`,
      url: `\${canonicalUrl}`,
      referrer: `\${documentReferrer}`,
    })
    expect(configs[1].extraUrlParams.payload).toMatchObject({ website: UMAMI_ID, url: `\${canonicalPath}` })
    expect(configs[2]).toMatchObject({
      extraUrlParams: { idsite: '7', rec: '1', url: `\${canonicalUrl}` },
      transport: { beacon: false, xhrpost: false, referrerPolicy: 'no-referrer' },
    })
    expect(elements.flatMap((element) => element.getAttributeNames())).toEqual([])
    expect(JSON.stringify(configs)).not.toMatch(/client.?id|cookies/i)
    expect(document.querySelector('amp-consent')).toBeNull()
    expect(document.querySelector('meta[name="amp-consent-blocking"]')).toBeNull()
    expect(document.querySelector('footer')?.textContent).toContain('Matomo (matomo.example)')
  },
)

test('counters do not wait along with what needs consent, and one without https is left out (VIEW-8)', async () => {
  for (const mode of ['own', 'cmp']) {
    const { document, problems } = await ampWith({
      ...COUNTERS,
      MATOMO_URL: 'http://matomo.example',
      GAM_NETWORK_CODE: '999',
      CONSENT_MODE: mode,
    })
    expect(problems).toEqual([])
    expect(document.querySelectorAll('amp-analytics')).toHaveLength(2)
    expect(document.querySelector('meta[name="amp-consent-blocking"]')?.getAttribute('content') ?? '').not.toContain(
      'amp-analytics',
    )
    expect(document.querySelector('amp-ad')?.hasAttribute('data-block-on-consent-purposes')).toBe(true)
    expect(document.querySelector('footer')?.textContent).not.toContain('Matomo')
  }
})
