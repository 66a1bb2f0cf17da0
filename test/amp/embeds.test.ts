import { renderAmpBody } from '../../amp/body.ts'
import type { Block } from '../../src/content/block.ts'
import { services } from '../content/world.ts'
import { articleOf, articleWith, problemsOf, renderAmp } from '../support/render.ts'

const { akademia: service } = services
const embed = (url: string) => ({ blockName: 'core/embed', attrs: { url }, innerHTML: '', innerBlocks: [] })
const OF_EACH = [
  'https://youtu.be/Kl0sZb0z_-1',
  'https://x.com/szpalta/status/12345',
  'https://open.spotify.com/track/4rOoJ6Egrf8K2IrywzwOMk',
  'https://giphy.com/gifs/l0KlosZboze',
  'https://gist.github.com/szpalta/0123456789abcdef0123',
].map(embed)

function bodyOf(blocks: Block[], consent: 'preset' | 'cmp') {
  const absolute = (url: string): string => new URL(url, 'https://akademia.szpalta.example').href
  return renderAmpBody(blocks, {
    service,
    absolute,
    asking: { consent },
    heroIsTaken: false,
    call: 'test',
    report: () => {},
  })
}

test('embeds wait for consent where third parties need it, and the body says that it loads third parties (EMB-9)', () => {
  const { body } = articleOf(...OF_EACH)
  const [free, waiting] = [bodyOf(body, 'preset'), bodyOf(body, 'cmp')]
  expect([free.loadsThirdParty, waiting.loadsThirdParty]).toEqual([true, true])
  expect(free.pieces.join('')).not.toContain('data-block-on-consent')
  for (const piece of waiting.pieces) expect(piece).toMatch(/<amp-[a-z-]+ [^>]*data-block-on-consent/)
  expect(bodyOf(articleOf(embed('https://obcy.example/x')).body, 'cmp').loadsThirdParty).toBe(false)
})

test('content of the publisher’s own waits for nothing (EMB-9)', () => {
  const frame = { src: 'https://ramki.gazeta.example/1', shape: { height: 300 } }
  const own: Block = {
    type: 'embed',
    provider: 'Filmy',
    id: '1',
    url: 'https://film.gazeta.example/1',
    frame,
    consent: 'none',
  }
  const body = bodyOf([own], 'cmp')
  expect([body.loadsThirdParty, [...body.extensions], [...body.unblocked]]).toEqual([
    false,
    ['amp-iframe'],
    ['amp-iframe'],
  ])
  expect(body.pieces.join('')).not.toContain('data-block-on-consent')
})

test.each([
  'http://ramki.gazeta.example/1',
  'https://akademia.szpalta.example/ramka',
  'https://akademia-szpalta-example.cdn.ampproject.org/x',
  'not a URL',
])('a frame at %s is a link in AMP (EMB-7)', async (src) => {
  const url = 'https://film.gazeta.example/1'
  const block: Block = { type: 'embed', provider: 'Filmy', id: '1', url, frame: { src, shape: { height: 300 } } }
  const body = bodyOf([block], 'cmp')
  expect([[...body.extensions], body.loadsThirdParty]).toEqual([[], false])
  expect(body.pieces.join('')).toMatch(/<a href="https:\/\/film\.gazeta\.example\/1" rel="noopener">/)
  expect(body.pieces.join('')).not.toContain('<amp-')
})

describe('what an editor says of it', () => {
  const facts = { title: 'Zamek od środka', duration: '3:45', poster: '/2026/03/kadr.jpg' }
  const [video] = OF_EACH.map((one) => ({ ...one, attrs: { ...one.attrs, ...facts } }))

  test('is above the element, and its poster in it until it loads (EMB-13)', async () => {
    const amp = renderAmp(articleOf(video))
    const figure = amp.document.querySelector('figure.embed')
    expect(figure?.querySelector('.embed-words')?.textContent).toMatch(/Zamek.*YouTube.*3:45/s)
    expect(figure?.querySelector('time')?.getAttribute('datetime')).toBe('PT3M45S')
    const poster = figure?.querySelector('amp-youtube > [placeholder] > amp-img')
    expect(poster?.getAttribute('src')).toContain('/2026/03/kadr.webp')
    expect(await problemsOf(amp)).toEqual([])
  })

  test('is above the link where nothing of third parties loads (EMB-13)', async () => {
    const amp = renderAmp(articleOf(video), service, { consent: 'none' })
    const figure = amp.document.querySelector('figure.embed')
    expect(figure?.querySelector(':scope > amp-img + p a')).not.toBeNull()
    expect(figure?.querySelector('amp-youtube')).toBeNull()
    expect(await problemsOf(amp)).toEqual([])
  })

  test('a row of embeds is a list that a keyboard scrolls (EMB-14)', async () => {
    const row = { blockName: 'core/group', attrs: {}, innerHTML: '', innerBlocks: OF_EACH.slice(0, 2) }
    const amp = renderAmp(articleOf(row))
    const list = amp.document.querySelector('ul.embed-row[tabindex="0"][aria-label="Osadzone treści"]')
    expect(list?.querySelectorAll(':scope > li > figure.embed')).toHaveLength(2)
    expect(await problemsOf(amp)).toEqual([])
  })
})

test('every element of third-party content has its link as placeholder, and is valid (EMB-7)', async () => {
  const amp = renderAmp(articleWith(articleOf(...OF_EACH).body))
  const elements = [...amp.document.querySelectorAll('figure.embed > *')]
  expect(elements).toHaveLength(OF_EACH.length)
  for (const element of elements) expect(element.querySelector('[placeholder] a[href^="https://"]')).not.toBeNull()
  expect(await problemsOf(amp)).toEqual([])
})
