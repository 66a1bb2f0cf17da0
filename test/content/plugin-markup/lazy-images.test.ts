import { attribute, elementsNamed, parseHtml, serialise } from '../../../src/content/html/tree.ts'
import { restoreLazyImages } from '../../../src/content/plugin-markup/lazy-images.ts'
import { normaliseOne } from '../world.ts'

const PICTURE = 'https://cms.szpalta.test/wp-content/uploads/2026/03/wiatrak.jpg'
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The URLs of the images that markup shows in the end. */
function shown(html: string): Array<string | undefined> {
  const nodes = parseHtml(html)
  restoreLazyImages(nodes)
  return elementsNamed(nodes, 'img').map((image) => attribute(image, 'src'))
}

describe('the URL of an image that a lazy loader moved (SRC-47)', () => {
  test.each([
    ['a generic loader', `<img src="${EMPTY}" data-src="${PICTURE}">`],
    ['without src', `<img data-src="${PICTURE}">`],
    ['with an empty src', `<img src="" data-lazy-src="${PICTURE}">`],
    ['Jetpack', `<img src="${EMPTY}" data-lazy-src="${PICTURE}?is-pending-load=1">`],
    ['jQuery Lazy Load', `<img src="/img/grey.gif" data-original="${PICTURE}">`],
    ['LiteSpeed', `<img src="${EMPTY}" data-src="${PICTURE}" data-placeholder-resp="800x500">`],
    ['FooGallery', `<img data-src-fg="${PICTURE}">`],
    ['Ezoic', `<img src="${EMPTY}" data-ezsrc="${PICTURE}">`],
    ['Cloudflare', `<img src="${EMPTY}" data-cfsrc="${PICTURE}">`],
    ['a theme', `<img src="/wp-content/themes/x/lazy_placeholder.gif" data-lazy-src="${PICTURE}">`],
    [
      'a list alone',
      `<img src="${EMPTY}" data-srcset="${PICTURE.replace('.jpg', '-300x188.jpg')} 300w, ${PICTURE} 800w">`,
    ],
    ['sources of a picture', `<picture><source data-srcset="${PICTURE} 800w"><img src="${EMPTY}"></picture>`],
    ['a file to enlarge', `<img src="${EMPTY}" data-large-file="${PICTURE}">`],
    ['a blurred copy', `<img src="https://cms.szpalta.test/wiatrak-20x13.jpg" data-src="${PICTURE}">`],
    ['nothing of the kind', `<img src="${PICTURE}" data-permalink="https://cms.szpalta.test/wiatrak/" data-id="7">`],
  ])('of %s', (_, html) => {
    expect(shown(html)).toEqual([PICTURE])
  })

  test.each([
    [
      'after it',
      `<img src="${EMPTY}" data-lazy-src="${PICTURE}"><noscript><img src="${PICTURE}" alt="Wiatrak"></noscript>`,
    ],
    ['before it', `<noscript><img src="${PICTURE}"></noscript><img src="${EMPTY}" data-src="${PICTURE}">`],
    [
      'of another size',
      `<img src="${EMPTY}" data-src="${PICTURE.replace('.jpg', '-300x188.jpg')}"><noscript><img src="${PICTURE}"></noscript>`,
    ],
    ['alone with its address', `<figure><img src="${EMPTY}"><noscript><img src="${PICTURE}"></noscript></figure>`],
    [
      'with its caption',
      `<figure><img data-src="${PICTURE}"><figcaption>Podpis</figcaption></figure><noscript><figure><img src="${PICTURE}"><figcaption>Podpis</figcaption></figure></noscript>`,
    ],
  ])('and a copy for readers without scripts %s is one image', (_, html) => {
    expect(shown(html)).toEqual([PICTURE])
  })

  test('a copy of another image stays', () => {
    const other = PICTURE.replace('wiatrak', 'most')
    expect(shown(`<img src="${PICTURE}"><noscript><img src="${other}"></noscript>`)).toEqual([PICTURE, other])
  })

  test('the copy says what the image lacks', () => {
    const nodes = parseHtml(
      `<p><img src="${EMPTY}"><noscript><img src="${PICTURE}" alt="Wiatrak" width="8" height="5"></noscript></p>`,
    )
    restoreLazyImages(nodes)
    expect(nodes.map(serialise).join('')).toBe(`<p><img src="${PICTURE}" width="8" height="5" alt="Wiatrak"></p>`)
  })

  test('is that of an image block, and its caption stays', () => {
    const innerHTML = `<figure class="wp-block-image"><img src="${EMPTY}" data-src="${PICTURE}" alt="Wiatrak"><figcaption>Pod lasem</figcaption></figure>`
    expect(normaliseOne({ blockType: 'image', innerHTML })).toMatchObject([
      {
        type: 'image',
        image: { src: expect.stringContaining('/2026/03/wiatrak.webp'), alt: 'Wiatrak' },
        caption: 'Pod lasem',
      },
    ])
  })

  test('of an image pasted into the text is none: what it shows is said', () => {
    const innerHTML = `<figure><img src="data:image/png;base64,iVBORw0KGgo=" alt="Wykres"></figure>`
    expect(normaliseOne({ blockType: 'image', innerHTML })).toEqual([{ type: 'paragraph', html: 'Wykres' }])
    expect(normaliseOne({ blockType: 'html', innerHTML: `<p>A ${innerHTML}</p>` })).toMatchObject([
      { html: expect.stringContaining('Wykres') },
    ])
  })

  test('of ten thousand images is settled in time', () => {
    const many = `<img src="${EMPTY}" data-src="${PICTURE}"><noscript><img src="${PICTURE}"></noscript>`.repeat(5000)
    expect(shown(many)).toHaveLength(5000)
  })
})
