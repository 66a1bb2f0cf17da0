import fc from 'fast-check'
import { type ParsedImage, parseImage } from '../../../src/content/html/image-html.ts'
import { inlineNodes } from '../../../src/content/html/sanitise.ts'
import { parseHtml } from '../../../src/content/html/tree.ts'
import { linkRules } from '../world.ts'

const parsed = (html: string): ParsedImage => parseImage(parseHtml(html), 'photo')
const captionOf = (html: string): string => inlineNodes(parsed(html).caption ?? [], linkRules())

test('an image block yields its image, its caption and its link', () => {
  const html = `\n<figure class="wp-block-image"><a href="/galeria?a=1&amp;b=2"><img src="https://a.example/foto.jpg" alt="Opis &amp; opis"
    width="1200" height="800"/></a><figcaption>Podpis, fot. <em>Agencja</em></figcaption></figure>\n`
  expect(parsed(html)).toMatchObject({
    src: 'https://a.example/foto.jpg',
    alt: 'Opis & opis',
    width: 1200,
    height: 800,
    href: '/galeria?a=1&b=2',
  })
  expect(captionOf(html)).toBe('Podpis, fot. <em>Agencja</em>')
})

test.each([
  '',
  '<p>bez zdjęcia</p>',
  '<imgs src="a.jpg">',
  '&lt;img src="a.jpg"&gt;',
  '<template><img src=a></template>',
])('HTML without an image, %j, is refused', (html) => {
  expect(() => parsed(html)).toThrow('Invalid HTML input. No <img> element found.')
})

test.each(['<img src="a.jpg">', '<img src="a.jpg" alt="">', '<img src="a.jpg" alt="  ">'])(
  'the alternative text of %s is "photo" (IMG-13)',
  (html) => {
    expect(parsed(html).alt).toBe('photo')
  },
)

test.each([
  ['640', 640],
  ['640px', 640],
  ['640.5', 640],
])('a width of "%s" is %d', (written, width) => {
  expect(parsed(`<img src="a.jpg" width="${written}">`)).toEqual({ src: 'a.jpg', alt: 'photo', width })
})

test.each(['100%', 'auto', '', '0', '-1', 'NaN'])('a width and a height of "%s" are left out (IMG-14)', (written) => {
  expect(parsed(`<img src="a.jpg" width="${written}" height="${written}">`)).toEqual({
    src: 'a.jpg',
    alt: 'photo',
  })
})

test('the first image and the first caption count (BLOCK-17)', () => {
  const html =
    '<figure><img src="a.jpg"><img src="b.jpg"><figcaption>pierwszy</figcaption><figcaption>drugi</figcaption>'
  expect(parsed(html).src).toBe('a.jpg')
  expect(captionOf(html)).toBe('pierwszy')
})

test('a link next to the image is not the link of the image', () => {
  expect(parsed('<a href="/x">x</a><img src="a.jpg"><figcaption><a href="/y">y</a></figcaption>').href).toBeUndefined()
})

test('any HTML yields an image with an alternative text or the error of BLOCK-24', () => {
  const piece = fc.constantFrom(
    '<img',
    ' src="a.jpg"',
    ' alt="x"',
    '>',
    '<figure>',
    '<a href=x>',
    '</a>',
    '<p>',
    '<svg>',
    '"',
    'ł',
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (html) => {
        try {
          expect(parsed(html).alt).not.toBe('')
        } catch (error) {
          expect(error).toEqual(new Error('Invalid HTML input. No <img> element found.'))
        }
      },
    ),
  )
})
