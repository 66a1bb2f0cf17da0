import { isSecure } from '../../amp/secure.ts'
import type { Card } from '../../src/content/card.ts'
import { decodeCards } from '../../src/content/decode/card.ts'
import { atOnce } from '../../src/system/steps.ts'
import { listening, wireCard } from '../content/world.ts'
import { createServices } from '../support/customer-site.ts'
import { EVERY_BLOCK_ARTICLE } from '../support/fixtures/every-block.ts'
import { decoded, problemsOf, renderAmp } from '../support/render.ts'

const integrations = {
  consent: 'own',
  analyticsId: 'G-1',
  adNetwork: '123',
  audiencePixel: 'https://mierzy.test/p',
} as const
const cards = atOnce(decodeCards([wireCard({ relative_link: '/2026/03/dalszy' })], listening().context))

function documentAt(serviceUrl: string, further: readonly Card[] = cards) {
  const service = createServices({ akademia: { serviceUrl } }).akademia
  const next = { cards: further, src: `${serviceUrl}/api/amp/next/2026/03/a?from=1` }
  return renderAmp(decoded(EVERY_BLOCK_ARTICLE), service, integrations, undefined, next)
}

test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000', 'http://portal.test'])(
  'a document at %s is valid: what AMP takes by https alone is left out (AMP-4)',
  async (origin) => {
    const shown = documentAt(origin)
    expect(await problemsOf(shown)).toEqual([])
    const { document } = shown
    expect(document.querySelector('amp-next-page[src], form, amp-install-serviceworker, amp-live-list[src]')).toBeNull()
    // What it may have stays: the further articles in the document, and the way to the form.
    expect(document.querySelector('amp-next-page script')?.textContent).toContain('/2026/03/dalszy')
    expect(document.querySelector('.newsletter [data-interface=form] a')?.getAttribute('href')).toMatch(
      new RegExp(`^${origin.replaceAll(/[[\]]/g, '\\$&')}/`),
    )
    for (const element of document.querySelectorAll('amp-video, amp-audio, amp-iframe, track, [action-xhr]'))
      expect(element.outerHTML).not.toMatch(/(?:src|artwork|action-xhr)="http:/)
  },
)

test('without further articles in it such a document has no element for them (AMP-4)', async () => {
  const shown = documentAt('http://localhost:8080', [])
  expect(await problemsOf(shown)).toEqual([])
  expect(shown.html).not.toMatch(/amp-next-page|next-page-hide|amp-mustache/)
})

test.each(['https://10.0.0.1:444', 'https://[::1]:8443', 'https://portal.test:8443'])(
  'a document at %s is valid and has the list, the form and the worker (AMP-4)',
  async (origin) => {
    const shown = documentAt(origin)
    expect(await problemsOf(shown)).toEqual([])
    const { document } = shown
    expect(document.querySelector('amp-next-page')?.getAttribute('src')).toMatch(/^https:/)
    expect(document.querySelector('form')?.getAttribute('action-xhr')).toBe(`${origin}/api/sare/`)
  },
)

test.each(['http://a.test/', '//a.test/', '/a', 'HTTP://a.test', 'ftp://a.test', 'javascript:1', ''])(
  '%s is not secure',
  (url) => expect(isSecure(url)).toBe(false),
)
