import type { AmpIntegrations } from '../../amp/integrations.ts'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { Block, BlockType } from '../../src/content/block.ts'
import type { ConsentMode } from '../../src/integrations/settings.ts'
import { defineBlock, z } from '../../src/site/extension/extension.ts'
import { thirdPartiesOf } from '../support/amp-third-parties.ts'
import { articleText } from '../support/article-text.ts'
import { createServices } from '../support/customer-site.ts'
import { EVERY_BLOCK, EVERY_BLOCK_ARTICLE } from '../support/fixtures/every-block.ts'
import { articleOf, articleWith, decoded, problemsOf, renderAmp } from '../support/render.ts'

const { akademia, post } = createServices()
const WAITING: ConsentMode[] = ['own', 'cmp']
const everything = (consent: ConsentMode): AmpIntegrations => ({
  consent,
  adNetwork: '999',
  analyticsId: 'G-ABC123',
  marfeelAccount: '1234',
  audiencePixel: 'https://pixel.audience.example/p?url=CANONICAL_URL',
})
const CMP = 'https://cmp.example/amp/dialogue.html'
const slot = (adUnit: string, isSticky = false): AdSlot =>
  ({ adUnit, key: adUnit, isSticky, sizes: { mobile: [[320, 50]] } }) as unknown as AdSlot
const withSlots = (body: Block[]) => ({
  ...articleWith(body),
  adSlots: [slot('pierwszy'), slot('drugi'), slot('przyklejony', true)],
})
const configOf = (document: Document): Record<string, unknown> =>
  JSON.parse(document.querySelector('amp-consent > script')?.textContent ?? '{}')

/** A block of a site's own that writes elements of AMP without a thought of consent. */
function ownBlock(...names: string[]): Block {
  const block = defineBlock({
    name: 'wydawca/osadzenie',
    fields: z.object({}),
    page: () => null,
    amp: ({ html: { tag, join } }) =>
      join(
        names.map((name) =>
          name === 'amp-pixel'
            ? tag(name, { src: 'https://pixel.example/p', layout: 'nodisplay' })
            : tag(name, { 'data-videoid': 'dQw4w9WgXcQ', width: 16, height: 9, layout: 'responsive' }),
        ),
      ),
    feed: () => undefined,
  })
  const content = block.parse({})
  if ('problem' in content) throw new Error(content.problem.kind)
  return { type: 'own', name: block.name, content, blocks: [] }
}

describe.each(WAITING)('CONSENT_MODE=%s', (consent) => {
  test('nothing of a third party loads before consent: every block, every integration (CONS-11)', async () => {
    const { body } = decoded(EVERY_BLOCK_ARTICLE)
    const amp = renderAmp(withSlots([...body, ownBlock('amp-youtube', 'amp-pixel')]), post, everything(consent))
    const { all, before } = thirdPartiesOf(amp.document)
    console.info(
      `CONSENT_MODE=${consent}: ${all.length} elements of third parties in AMP, ${before.length} load before consent`,
    )
    expect(all.length).toBeGreaterThan(20)
    expect(before).toEqual([])
    expect(await problemsOf(amp)).toEqual([])
    const names = new Set(all.map(({ localName }) => localName))
    expect([...names]).toEqual(
      expect.arrayContaining(['amp-ad', 'amp-analytics', 'amp-pixel', 'amp-iframe', 'amp-youtube']),
    )
  })

  test('with a platform the document as a whole names what waits, so that no element is forgotten', () => {
    const settings = { ...everything(consent), consentPlatform: CMP }
    const amp = renderAmp(withSlots(decoded(EVERY_BLOCK_ARTICLE).body), post, settings)
    const named = amp.document.querySelector('meta[name=amp-consent-blocking]')?.getAttribute('content')?.split(',')
    const others = thirdPartiesOf(amp.document).all.filter(({ localName }) => !named?.includes(localName))
    // A part of the runtime, which waits by its attribute.
    expect([...new Set(others.map(({ localName }) => localName))]).toEqual(['amp-pixel'])
  })

  test.each(Object.keys(EVERY_BLOCK) as BlockType[])('%s: asks exactly where something waits (CONS-12)', (type) => {
    const { document } = renderAmp(articleOf(...EVERY_BLOCK[type].blocks), akademia, { consent })
    const { all, before } = thirdPartiesOf(document)
    expect([before, document.querySelectorAll('amp-consent').length]).toEqual([[], all.length > 0 ? 1 : 0])
    expect(document.querySelectorAll('#consent-change').length).toBe(all.length > 0 ? 1 : 0)
  })
})

test('with none third-party content is a link, and nothing asks (CONS-14)', async () => {
  const amp = renderAmp(decoded(EVERY_BLOCK_ARTICLE), post, { consent: 'none' })
  expect(await problemsOf(amp)).toEqual([])
  expect(thirdPartiesOf(amp.document).all).toEqual([])
  expect(amp.document.querySelectorAll('amp-consent, #consent-change')).toHaveLength(0)
  expect(amp.document.querySelectorAll('.embed-box a[href*="youtube.com"]').length).toBeGreaterThan(0)
  // A block that writes such an element is left out, and reported.
  const own = renderAmp(articleWith([ownBlock('amp-youtube')]), akademia, { consent: 'none' })
  expect(thirdPartiesOf(own.document).all).toEqual([])
  expect(own.problems[0]?.kind).toContain('needs consent')
})

test('with preset nothing waits, and there is no question', async () => {
  const amp = renderAmp(withSlots(decoded(EVERY_BLOCK_ARTICLE).body), post, everything('preset'))
  expect(await problemsOf(amp)).toEqual([])
  expect(amp.document.querySelectorAll('[data-block-on-consent], amp-consent, #consent-change')).toHaveLength(0)
})

test("a block of a site's own waits too, whatever it writes (CONS-11)", async () => {
  for (const name of ['amp-youtube', 'amp-pixel']) {
    const amp = renderAmp(articleWith([ownBlock(name)]), akademia, { consent: 'own' })
    expect([name, thirdPartiesOf(amp.document).before, await problemsOf(amp)]).toEqual([name, [], []])
    expect(amp.document.querySelectorAll('amp-consent')).toHaveLength(1)
  }
})

test('a block that throws leaves no question behind', () => {
  const broken = Object.defineProperty({ type: 'vimeo', provider: 'Vimeo', url: 'https://vimeo.com/' }, 'id', {
    get() {
      throw new Error('broken on purpose')
    },
  }) as Block
  const { document } = renderAmp(articleWith([broken]), akademia, { consent: 'own' })
  expect(document.querySelectorAll('amp-consent')).toHaveLength(0)
})

describe('the question (CONS-12)', () => {
  test('names what waits in this document, and refusing takes as much as accepting', () => {
    const { document } = renderAmp(withSlots(decoded(EVERY_BLOCK_ARTICLE).body), post, everything('own'))
    const prompt = document.querySelector('#consent-prompt')
    expect(prompt?.querySelector('#consent-question')?.textContent).toBe(
      'Czy zgadzasz się na korzystanie z usług naszych partnerów (reklamy, pomiar oglądalności i treści osadzone z innych serwisów)? Mogą oni zapisywać w Twojej przeglądarce pliki cookie i podobne dane.',
    )
    expect(prompt?.getAttribute('aria-labelledby')).toBe('consent-question')
    const buttons = [...(prompt?.querySelectorAll('button') ?? [])]
    const all = (is: boolean) => `consent.setPurpose(advertising=${is},measurement=${is},embeds=${is})`
    expect(buttons.map((button) => [button.textContent, button.getAttribute('on'), button.className])).toEqual([
      ['Zgadzam się', `tap:${all(true)},consent.accept(purposeConsentDefault=true)`, 'button'],
      ['Nie zgadzam się', `tap:${all(false)},consent.reject(purposeConsentDefault=false)`, 'button'],
      ['Zapisz wybór', 'tap:consent.accept(purposeConsentDefault=false)', 'button button-quiet'],
    ])
    expect(prompt?.querySelector('a')?.getAttribute('href')).toBe('/prywatnosc-i-pliki-cookie')
    const { document: embeds } = renderAmp(articleOf(...EVERY_BLOCK.youtube.blocks), akademia, { consent: 'own' })
    expect(embeds.querySelector('#consent-question')?.textContent).toMatch(
      /^Czy zgadzasz się na korzystanie z usług naszych partnerów \(treści osadzone z innych serwisów\)\?/,
    )
  })

  test('asks no server, and is required of everyone', () => {
    const { document } = renderAmp(articleOf(...EVERY_BLOCK.youtube.blocks), akademia, { consent: 'own' })
    expect(configOf(document)).toEqual({
      consentInstanceId: expect.stringMatching(/^[a-z0-9-]+$/),
      consentRequired: true,
      promptUI: 'consent-prompt',
      postPromptUI: 'consent-change',
      purposeConsentRequired: ['embeds'],
    })
  })

  test('has each purpose by itself, none chosen beforehand, and each element waits for its own (CONS-11)', async () => {
    const amp = renderAmp(withSlots(decoded(EVERY_BLOCK_ARTICLE).body), post, everything('own'))
    expect(await problemsOf(amp)).toEqual([])
    const boxes = [...amp.document.querySelectorAll('#consent-prompt label')]
    expect(boxes.map((label) => label.textContent?.trim())).toEqual([
      'Reklamy',
      'Pomiar oglądalności',
      'Treści osadzone z innych serwisów',
    ])
    expect(boxes.map((label) => label.querySelector('input')?.getAttribute('on'))).toEqual(
      ['advertising', 'measurement', 'embeds'].map((purpose) => `change:consent.setPurpose(${purpose}=event.checked)`),
    )
    expect(amp.document.querySelectorAll('#consent-prompt input[checked]')).toHaveLength(0)
    const purposeOf = (selector: string) => [
      ...new Set(
        [...amp.document.querySelectorAll(selector)].map((one) => one.getAttribute('data-block-on-consent-purposes')),
      ),
    ]
    expect(purposeOf('amp-ad')).toEqual(['advertising'])
    expect(purposeOf('amp-analytics, amp-pixel')).toEqual(['measurement'])
    expect(purposeOf('amp-youtube, amp-iframe, amp-twitter')).toEqual(['embeds'])
    // Either would take the place of purposes.
    expect(amp.document.querySelectorAll('[data-block-on-consent], meta[name=amp-consent-blocking]')).toHaveLength(0)
    const { document } = renderAmp(articleOf(...EVERY_BLOCK.youtube.blocks), akademia, { consent: 'own' })
    expect(document.querySelectorAll('#consent-prompt input')).toHaveLength(0)
  })

  test('is that of the consent platform where it has one for AMP, with its consent string for those who read it', async () => {
    const settings = { ...everything('cmp'), consentPlatform: CMP }
    const amp = renderAmp(withSlots(decoded(EVERY_BLOCK_ARTICLE).body), post, settings)
    expect(await problemsOf(amp)).toEqual([])
    expect(amp.document.querySelector('#consent-prompt')).toBeNull()
    expect(configOf(amp.document)).toMatchObject({
      consentRequired: true,
      promptUISrc: CMP,
      exposesTcfApi: true,
      postPromptUI: 'consent-change',
      captions: { consentPromptCaption: 'Pytanie o zgodę', buttonActionCaption: 'Przejdź do pytania o zgodę' },
    })
    // The platform itself is the only one that loads.
    expect(thirdPartiesOf(amp.document, new URL(CMP).host).before).toEqual([])
    expect(thirdPartiesOf(amp.document).before).toEqual([CMP])
  })

  test('comes again from the footer, which says what waits (CONS-3, CONS-5)', () => {
    const { document } = renderAmp(articleOf(...EVERY_BLOCK.youtube.blocks), akademia, { consent: 'own' })
    const change = document.getElementById(String(configOf(document).postPromptUI))
    expect(change?.closest('footer')).not.toBeNull()
    expect([change?.textContent, change?.querySelector('button')?.getAttribute('on')]).toEqual([
      'Zmień zgodę',
      'tap:consent.prompt',
    ])
    const words = document.querySelector('footer')?.textContent
    expect(words).toContain('Treści osadzone z innych serwisów wczytują się tylko za Twoją zgodą.')
    expect(words).not.toContain('od razu')
  })
})

test('consent changes nothing in the text of an article (AMP-2)', () => {
  const article = decoded(EVERY_BLOCK_ARTICLE)
  const text = (consent: ConsentMode) => articleText(renderAmp(article, akademia, { consent }).html)
  expect(text('own')).toBe(text('preset'))
})

describe('measurement (AMP-7)', () => {
  const measured = (integrations: Partial<AmpIntegrations>) =>
    renderAmp(articleOf(), akademia, { consent: 'preset', ...integrations })

  test("Marfeel by its own configuration for AMP, an audience measurement's pixel", async () => {
    const amp = measured({ marfeelAccount: '1234', audiencePixel: 'https://pixel.example/p?u=CANONICAL_URL' })
    expect(await problemsOf(amp)).toEqual([])
    const marfeel = amp.document.querySelector('amp-analytics')
    expect(marfeel?.getAttribute('config')).toBe('https://sdk.newsroom.bi/amp.v1.json')
    expect(JSON.parse(marfeel?.textContent ?? '{}')).toEqual({ vars: { accountId: '1234' } })
    expect(amp.document.querySelector('amp-pixel')?.getAttribute('src')).toBe('https://pixel.example/p?u=CANONICAL_URL')
    expect(amp.document.querySelector('footer')?.textContent).toContain('pomiar oglądalności')
  })

  test('a pixel alone brings no script', async () => {
    const amp = measured({ audiencePixel: 'https://pixel.example/p' })
    expect(await problemsOf(amp)).toEqual([])
    expect(amp.html).not.toContain('amp-analytics')
  })
})
