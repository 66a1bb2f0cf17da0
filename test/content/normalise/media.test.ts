import { CDN, CMS, normalise, normaliseOne, wireBlock } from '../world.ts'

const image = (innerHTML: string) => normaliseOne({ blockName: 'core/image', innerHTML })

test('an image comes from the CDN with its sizes, its alternative text and its caption (BLOCK-24)', () => {
  const [block] = image(
    `<figure><img src="${CMS}/wp-content/uploads/2026/03/foto-1.jpg" alt="Opis" width="700" height="467"/>
      <figcaption>Podpis, fot. <a href="https://agencja.example/">Agencja</a></figcaption></figure>`,
  )
  expect(block).toMatchObject({
    type: 'image',
    image: { src: `${CDN}/2026/03/foto-1.webp`, alt: 'Opis', width: 700, height: 467 },
    caption: 'Podpis, fot. <a href="https://agencja.example/" rel="noopener">Agencja</a>',
  })
  expect(block?.type === 'image' && block.image.srcSet).toMatch(/ 306w,.* 700w$/)
})

test('the alternative text of an article image is "photo" when the editor left it empty (IMG-13)', () => {
  expect(image('<img src="/a.jpg" alt="">')).toMatchObject([{ image: { alt: 'photo' } }])
})

test('an invalid size is dropped', () => {
  const [block] = image('<img src="/a.jpg" width="100%" height="auto">')
  expect(block?.type === 'image' && block.image).toEqual({
    alt: expect.any(String),
    src: expect.any(String),
    srcSet: expect.any(String),
  })
})

test('an image may link, by the rules of content links', () => {
  expect(image('<a href="https://szpalta.test/2026/03/slug"><img src="/a.jpg"></a>')).toMatchObject([
    { href: 'https://szpalta.test/2026/03/slug.html' },
  ])
  expect(image('<a href="javascript:zlo()"><img src="/a.jpg"></a>')[0]).toHaveProperty('href', undefined)
})

test.each(['<img src="">', '<img>', '<img src="data:image/png;base64,AA">', '<img src="javascript:zlo()">'])(
  'an image without a usable URL, %s, is dropped',
  (html) => {
    expect(image(html)).toEqual([])
  },
)

test('a block without an image is dropped alone, with one report', () => {
  const { blocks, problems } = normalise([
    wireBlock({ blockName: 'core/image', innerHTML: '<figure></figure>' }),
    wireBlock({ blockName: 'core/paragraph', innerHTML: '<p>dalej</p>' }),
  ])
  expect(blocks).toEqual([{ type: 'paragraph', html: 'dalej' }])
  expect(problems).toEqual([
    expect.objectContaining({
      kind: 'Invalid HTML input. No <img> element found.',
      field: expect.stringContaining('image'),
    }),
  ])
})
