import { embedTarget, FRAME_ORIGINS, frameOriginsOf } from '../../../src/content/embeds.ts'
import { withoutLibrary, withoutShortcodes } from '../../../src/content/shortcodes.ts'
import type { OwnEmbed } from '../../../src/services/service.ts'
import { splitRendered } from '../../../src/sources/wordpress/split.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { blocksOf } from '../../../tools/newsroom/classic/blocks.ts'
import { withParagraphs } from '../../../tools/newsroom/classic/paragraphs.ts'
import { services } from '../world.ts'

const OWN: OwnEmbed = {
  name: 'Filmy Gazety',
  hosts: ['film.gazeta.example', 'www.gazeta-film.example'],
  paths: ['/ogladaj/{id}', '/odtwarzacz?film={id}', '/{dzial}/{id}.html'],
  frame: 'https://ramki.gazeta.example/f/{id}?v=1',
  shape: { ratio: '4 / 3' },
  consent: 'none',
}
const target = (url: string) => embedTarget(url, 'pl', [OWN])

test.each([
  ['https://film.gazeta.example/ogladaj/klos-77', 'https://film.gazeta.example/ogladaj/klos-77'],
  ['https://film.gazeta.example/ogladaj/klos-77/?utm=x#t', 'https://film.gazeta.example/ogladaj/klos-77'],
  [
    'https://gazeta-film.example/odtwarzacz?a=b&film=klos-77',
    'https://www.gazeta-film.example/odtwarzacz?film=klos-77',
  ],
  ['http://film.gazeta.example/sport/klos-77.html', 'https://film.gazeta.example/sport/klos-77.html'],
  ['https://ramki.gazeta.example/f/klos-77?v=1', 'https://film.gazeta.example/ogladaj/klos-77'],
])('a provider of the site folder recognises %s (EMB-8)', (url, page) => {
  expect(target(url)).toMatchObject({
    type: 'embed',
    provider: 'Filmy Gazety',
    url: page,
    frame: { src: 'https://ramki.gazeta.example/f/klos-77?v=1', shape: { ratio: '4 / 3' } },
    consent: 'none',
  })
})

test.each([
  'https://film.gazeta.example/ogladaj/klos%2F77',
  'https://film.gazeta.example/ogladaj/../x',
  'https://film.gazeta.example/ogladaj/klos.77',
  'https://film.gazeta.example/ogladaj/"><script>',
  `https://film.gazeta.example/ogladaj/${'k'.repeat(101)}`,
  'https://film.gazeta.example/ogladaj/klos/dalej',
  'https://film.gazeta.example/odtwarzacz?film=klos%26x%3D1',
  'https://film.gazeta.example:8443/ogladaj/klos-77',
  'https://u:p@film.gazeta.example/ogladaj/klos-77',
  'https://film.gazeta.example.evil.example/ogladaj/klos-77',
  'https://film.gazeta.example/sport/klosxhtml',
])('a provider of the site folder refuses %s (EMB-5, EMB-8)', (url) => {
  expect(target(url)).toBeUndefined()
})

test('the origins of its frames are in the policy, once (EMB-5, EMB-8)', () => {
  const { akademia } = services
  const withOwn = { akademia: { ...akademia, group: { ...akademia.group, embeds: [OWN, OWN] } } }
  expect(frameOriginsOf(withOwn)).toEqual([...FRAME_ORIGINS, 'https://ramki.gazeta.example'])
  expect(frameOriginsOf(services)).toEqual(FRAME_ORIGINS)
})

test('a frame whose origin comes from the URL is none: the content is a link (EMB-5)', () => {
  // The schema of the site folder refuses such a provider before.
  const steered: OwnEmbed = { ...OWN, frame: 'https://{id}.gazeta.example/f/{id}' }
  const shown = embedTarget('https://film.gazeta.example/ogladaj/klos-77', 'pl', [steered])
  expect(shown).toMatchObject({ url: 'https://film.gazeta.example/ogladaj/klos-77', provider: 'Filmy Gazety' })
  expect(shown).not.toHaveProperty('frame')
})

test('parts of a parameter are those in its pattern (EMB-8)', () => {
  const own = (path: string): OwnEmbed => ({ ...OWN, paths: [path] })
  const read = (path: string, url: string) => embedTarget(`https://film.gazeta.example${url}`, 'pl', [own(path)])
  expect(read('/w?v=yt-{id}', '/w?v=yt-abc')).toMatchObject({
    id: 'abc',
    url: 'https://film.gazeta.example/w?v=yt-abc',
    frame: { src: 'https://ramki.gazeta.example/f/abc?v=1' },
  })
  expect(read('/w?a.b={id}', '/w?a.b=abc')).toMatchObject({
    url: 'https://film.gazeta.example/w?a.b=abc',
    frame: { src: 'https://ramki.gazeta.example/f/abc?v=1' },
  })
})

describe('wherever it is written (EMB-2, EMB-8)', () => {
  const URL = 'https://film.gazeta.example/ogladaj/klos-77'

  test.each([
    ['shortcode of a video', `[video src="${URL}"]`],
    ['shortcode with two URLs', `[iframe src="https://inny.example/x" url="${URL}"]`],
  ])('%s', (_, written) => {
    expect(withoutShortcodes(written, withoutLibrary([OWN]))).toContain(`wp-block-embed__wrapper">${URL}<`)
    expect(withoutShortcodes(written, withoutLibrary([]))).not.toContain(`wp-block-embed__wrapper">${URL}<`)
  })

  test('a URL alone on its line in an article that is older than blocks', () => {
    const written = `Tekst.\n\n${URL}\n\nDalej.`
    expect(blocksOf(withParagraphs(written, [OWN]))).toContain(`"url":"${URL}"`)
    expect(blocksOf(withParagraphs(written, []))).not.toContain('wp:embed')
  })

  test('its code in a rendered block', () => {
    const code = `<blockquote><a href="${URL}">Film</a><a href="https://inny.example/autor">Autor</a></blockquote>`
    const frame = '<iframe src="https://ramki.gazeta.example/f/klos-77?v=1"></iframe>'
    const html = `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${code}${frame}</div></figure>`
    expect(atOnce(splitRendered(html, [OWN]))).toMatchObject([
      { blockName: 'core/embed', attrs: { url: 'https://ramki.gazeta.example/f/klos-77?v=1' } },
    ])
  })
})
