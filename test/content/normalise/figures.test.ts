import { normaliseBlocks } from '../../../src/content/normalise/blocks.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { listening, normaliseOne } from '../world.ts'

const acf = (name: string, data: object) => normaliseOne({ blockName: `acf/${name}`, attrs: { data } })
const img = (name: string) =>
  `<img src="https://cms.szpalta.test/wp-content/uploads/2026/03/${name}.jpg" alt="${name}"/>`

test('a chart takes numbers and numeric strings, and drops entries without a value (BLOCK-27)', () => {
  const series = [{ label: 'A', value: 37 }, { label: 'B', value: '52' }, { label: 'C', value: 'dużo' }, { value: 1 }]
  expect(acf('chart', { title: 'Tytuł', type: 'pie', unit: '%', source: 'Źródło', series })).toEqual([
    {
      type: 'chart',
      kind: 'pie',
      title: 'Tytuł',
      unit: '%',
      source: 'Źródło',
      series: [
        { label: 'A', value: 37 },
        { label: 'B', value: 52 },
      ],
    },
  ])
})

test('a chart of an unknown kind, or a pie with negative parts, becomes bars; one without numbers is dropped', () => {
  expect(acf('chart', { type: 'radar', series: [{ label: 'A', value: 1 }] })).toMatchObject([{ kind: 'bar' }])
  expect(acf('chart', { type: 'pie', series: [{ label: 'A', value: -1 }] })).toMatchObject([{ kind: 'bar' }])
  expect(acf('chart', { series: [] })).toEqual([])
})

test('a gallery reads inner images and the list of older content alike, with captions of items and its own (BLOCK-25)', () => {
  const inner = {
    blockName: 'core/image',
    attrs: [],
    innerBlocks: [],
    innerHTML: `<figure>${img('a')}<figcaption>Kadr</figcaption></figure>`,
  }
  const modern = normaliseOne({
    blockName: 'core/gallery',
    innerHTML: '<figure><figcaption>Cała</figcaption></figure>',
    innerBlocks: [inner],
  })
  const old = normaliseOne({
    blockName: 'core/gallery',
    innerHTML: `<figure><ul class="blocks-gallery-grid"><li><figure>${img('a')}<figcaption>Kadr</figcaption></figure></li></ul><figcaption>Cała</figcaption></figure>`,
  })
  for (const blocks of [modern, old]) {
    expect(blocks).toMatchObject([
      {
        type: 'gallery',
        caption: 'Cała',
        items: [{ caption: 'Kadr', image: { alt: 'a', src: 'https://cdn.szpalta.test/2026/03/a.webp' } }],
      },
    ])
  }
})

test('a photo box may have no image, and is dropped when it has nothing (BLOCK-26)', () => {
  expect(acf('photo-box', { image: false, title: 'Tytuł', author: 'Autor' })).toEqual([
    { type: 'photo-box', title: 'Tytuł', author: 'Autor' },
  ])
  expect(acf('photo-box', { image: false })).toEqual([])
})

test('a cover keeps its image, its dimming and its text (BLOCK-20)', () => {
  const text = { blockName: 'core/paragraph', attrs: [], innerBlocks: [], innerHTML: '<p>Na okładce</p>' }
  expect(
    normaliseOne({
      blockName: 'core/cover',
      attrs: { url: '/2026/03/x.jpg', dimRatio: '150', minHeight: 320 },
      innerBlocks: [text],
    }),
  ).toMatchObject([
    {
      type: 'cover',
      dim: 100,
      minHeight: 320,
      image: { src: 'https://cdn.szpalta.test/2026/03/x.webp' },
      blocks: [{ html: 'Na okładce' }],
    },
  ])
})

test('two reusable blocks that reference each other are each shown once, and a missing one is dropped alone', () => {
  const shared = (ref: string, text: string, other: string) => ({
    blockName: 'core/block',
    attrs: { ref },
    innerHTML: '',
    innerBlocks: [
      { blockName: 'core/paragraph', attrs: [], innerHTML: `<p>${text}</p>`, innerBlocks: [] },
      { blockName: 'core/block', attrs: { ref: other }, innerHTML: '', innerBlocks: [] },
    ],
  })
  const reusable = new Map<string, unknown>([
    ['1', shared('1', 'pierwszy', '2')],
    ['2', shared('2', 'drugi', '1')],
  ])
  const ref = (id: number | string) => ({ blockName: 'core/block', attrs: { ref: id }, innerHTML: '', innerBlocks: [] })
  const blocks = atOnce(normaliseBlocks([ref(1), ref('404'), ref(1)], { ...listening().context, reusable }))
  const text = JSON.stringify(blocks)
  expect(blocks).toHaveLength(2)
  expect([text.match(/pierwszy/g)?.length, text.match(/drugi/g)?.length]).toEqual([2, 2])
})

describe('the values of a chart', () => {
  const valueWritten = (value: unknown) => {
    const [block] = acf('chart', { series: [{ label: 'A', value }] })
    return block?.type === 'chart' ? block.series[0]?.value : undefined
  }

  test.each([
    [0, 0],
    ['0', 0],
    [-1.5, -1.5],
    [' 12 ', 12],
    ['52,5', 52.5],
    ['1 234,5', 1234.5],
    ['1\u00a0234', 1234],
  ])('may be written %j', (written, value) => {
    expect(valueWritten(written)).toBe(value)
  })

  test.each(['', ' ', 'dużo', '5 zł', 'Infinity', '1e999', 'NaN', null, false, true, [], [1], {}, '1,234.5'])(
    'are empty when they are %j',
    (written) => {
      expect(valueWritten(written)).toBeUndefined()
    },
  )

  test('are all kept, however many there are', () => {
    const series = Array.from({ length: 365 }, (_, day) => ({ label: `Dzień ${day}`, value: day }))
    expect(acf('chart', { type: 'line', series })).toMatchObject([{ series }])
  })
})

test.each([null, 'tekst', 7, {}, [null, 'x', [], 7]])('a chart whose series are %j is dropped', (series) => {
  expect(acf('chart', { title: 'Tytuł', series })).toEqual([])
})

test.each(['constructor', '__proto__', '', 7, null, ['bar']])('a chart of the kind %j is drawn as bars', (type) => {
  expect(acf('chart', { type, series: [{ label: 'A', value: 1 }] })).toMatchObject([{ kind: 'bar' }])
})

describe('a gallery in one piece of markup', () => {
  const item = (name: string) => `${img(name)}<figcaption>Kadr ${name}</figcaption>`
  const captionsOf = (innerHTML: string) => {
    const [block] = normaliseOne({ blockName: 'core/gallery', innerHTML })
    return block?.type === 'gallery' ? [block.items.map(({ caption }) => caption), block.caption] : undefined
  }

  test.each([
    [
      'a list in a figure',
      `<figure><ul><li><figure>${item('a')}</figure></li><li><figure>${item('b')}</figure></li></ul></figure>`,
    ],
    ['a bare list', `<ul class="wp-block-gallery"><li><figure>${item('a')}</figure></li><li>${item('b')}</li></ul>`],
    ['figures in a figure', `<figure><figure>${item('a')}</figure><figure>${item('b')}</figure></figure>`],
  ])('gives each item of %s its own caption, and has none itself', (_, innerHTML) => {
    expect(captionsOf(innerHTML)).toEqual([['Kadr a', 'Kadr b'], undefined])
  })

  test('may consist of images only, with a caption for all', () => {
    expect(captionsOf(`<figure>${img('a')}${img('b')}<figcaption>Razem</figcaption></figure>`)).toEqual([
      [undefined, undefined],
      'Razem',
    ])
    expect(captionsOf(img('a') + img('b'))).toEqual([[undefined, undefined], undefined])
  })

  test('drops an item without a valid image, and is dropped without any', () => {
    expect(captionsOf(`<ul><li>sam tekst</li><li><img src="javascript:x()"></li><li>${item('b')}</li></ul>`)).toEqual([
      ['Kadr b'],
      undefined,
    ])
    expect(captionsOf('<figure><figcaption>Bez zdjęć</figcaption></figure>')).toBeUndefined()
  })

  test('has captions of one line of safe HTML', () => {
    expect(
      captionsOf(`<figure><ul><li>${img('a')}<figcaption><p>x<script>y()</script></p></figcaption></li></ul></figure>`),
    ).toEqual([['x'], undefined])
  })
})

test('an invalid inner block of a gallery is dropped alone', () => {
  const inner = { blockName: 'core/image', attrs: [], innerBlocks: [], innerHTML: `<figure>${img('a')}</figure>` }
  expect(normaliseOne({ blockName: 'core/gallery', innerBlocks: [null, 'x', { innerHTML: 7 }, inner] })).toMatchObject([
    { items: [{ image: { alt: 'a' } }] },
  ])
})

describe('a cover', () => {
  const cover = (attrs: object, fields: object = {}) => normaliseOne({ blockName: 'core/cover', attrs, ...fields })

  test('takes its image from the markup when the settings have none, and its text too', () => {
    const innerHTML = `<div class="wp-block-cover">${img('a')}<div><p>Dawny tekst</p></div></div>`
    expect(cover([] as object, { innerHTML })).toMatchObject([
      {
        image: { src: 'https://cdn.szpalta.test/2026/03/a.webp', alt: 'a' },
        blocks: [{ type: 'html', html: '<p>Dawny tekst</p>' }],
      },
    ])
  })

  test.each([
    [{ dimRatio: '60' }, { dim: 60 }],
    [{ dimRatio: -5 }, { dim: 0 }],
    [{ dimRatio: 'ciemno' }, { dim: 50 }],
    [{ minHeight: '320' }, { minHeight: 320 }],
    [{ minHeight: 99_999 }, { minHeight: 1200 }],
  ])('accepts %j', (attrs, fields) => {
    expect(cover({ url: '/a.jpg', ...attrs })).toMatchObject([fields])
  })

  test.each([{ minHeight: 50, minHeightUnit: 'vh' }, { minHeight: -1 }, { minHeight: '50%' }, { minHeight: 0 }])(
    'has no height of %j',
    (attrs) => {
      expect(cover({ url: '/a.jpg', ...attrs })[0]).toHaveProperty('minHeight', undefined)
    },
  )

  test('keeps its text without an image, and is dropped without both', () => {
    const text = { blockName: 'core/paragraph', attrs: [], innerBlocks: [], innerHTML: '<p>a</p>' }
    const [block] = cover({ url: 'javascript:x()' }, { innerBlocks: [text] })
    expect(block).toMatchObject({ blocks: [{ html: 'a' }] })
    expect(block).toHaveProperty('image', undefined)
    expect(cover({ url: 'javascript:x()' })).toEqual([])
  })
})

test.each([false, [], null, '', 'x.jpg', { url: '' }, { url: 'javascript:x()' }, { alt: 'x' }])(
  'the image %j of a photo box is dropped',
  (image) => {
    expect(acf('photo-box', { image, description: 'Opis' })).toEqual([{ type: 'photo-box', description: 'Opis' }])
  },
)

test.each([
  [
    { header: 'Biuletyn', description: 'Co tydzień' },
    { header: 'Biuletyn', description: 'Co tydzień' },
  ],
  [{ header: '', description: false }, {}],
  [[], {}],
])('a newsletter with the settings %j is shown in its place', (data, fields) => {
  expect(acf('newsletter', data)).toEqual([{ type: 'newsletter', ...fields }])
})

describe('a cover with a video (BLOCK-46)', () => {
  const clip = 'https://cms.szpalta.test/wp-content/uploads/2026/03/pole.mp4'
  const text = { blockName: 'core/paragraph', attrs: [], innerBlocks: [], innerHTML: '<p>Na filmie</p>' }
  const markup = (poster = '') =>
    `<div class="wp-block-cover"><video class="wp-block-cover__video-background" autoplay muted loop src="${clip}"${poster}></video><div class="wp-block-cover__inner-container"><p>Na filmie</p><video src="/drugi.mp4"></video><img src="/drugi.jpg"></div></div>`
  const cover = (attrs: object, innerHTML = markup()) =>
    normaliseOne({ blockName: 'core/cover', attrs, innerHTML, innerBlocks: [text] })

  test('is the video with its poster above its text, and no image of a video', () => {
    const blocks = cover({ url: clip, backgroundType: 'video' }, markup(' poster="/2026/03/pole.jpg"'))
    expect(blocks).toMatchObject([
      {
        type: 'video',
        sources: [{ src: expect.stringContaining('pole.mp4') }],
        poster: expect.stringContaining('pole'),
      },
      { type: 'cover', blocks: [{ html: 'Na filmie' }] },
    ])
    expect(blocks[1]).toHaveProperty('image', undefined)
  })

  test('takes what its markup lacks from its settings', () => {
    expect(cover({ url: clip, backgroundType: 'video', poster: '/2026/03/pole.jpg' }, '')).toMatchObject([
      {
        type: 'video',
        sources: [{ src: expect.stringContaining('pole.mp4') }],
        poster: expect.stringContaining('pole'),
      },
      { type: 'cover' },
    ])
  })

  test('of a provider is its embed', () => {
    expect(cover({ url: 'https://vimeo.com/7654', backgroundType: 'embed-video' }, '')).toMatchObject([
      { type: 'vimeo', id: '7654' },
      { type: 'cover' },
    ])
  })
})

test('an image of a gallery with a link of its own leads there, the others open (BLOCK-20)', () => {
  const item = (href: string): string => `<figure class="wp-block-image"><a href="${href}">${img('most')}</a></figure>`
  const hrefs = [
    'https://sklep.example/p/1',
    'https://cms.szpalta.test/wp-content/uploads/2026/03/most.jpg',
    'https://cms.szpalta.test/2026/03/tekst/most/',
    'https://cms.szpalta.test/2026/03/tekst/most-2/',
    'https://cms.szpalta.test/2026/03/inny-tekst/',
    // A shop names its goods as the file is named.
    'https://sklep.example/most',
    'https://sklep.example/produkt/most-2/?ref=gazeta',
    '/2026/03/tekst/most/',
  ]
  const [gallery] = normaliseOne({
    blockName: 'core/gallery',
    innerHTML: `<figure class="wp-block-gallery">${hrefs.map(item).join('')}</figure>`,
  })
  expect(gallery?.type === 'gallery' && gallery.items.map(({ href }) => href)).toEqual([
    'https://sklep.example/p/1',
    undefined,
    undefined,
    undefined,
    '/2026/03/inny-tekst',
    'https://sklep.example/most',
    'https://sklep.example/produkt/most-2/?ref=gazeta',
    undefined,
  ])
})

test.each([
  [
    'whose background stays still',
    '<div role="img" aria-label="Zatoka" class="wp-block-cover__image-background has-parallax" style="background-position:50% 50%;background-image:url(ADDRESS)"></div>',
    '',
  ],
  [
    'whose background repeats',
    '<div role="img" aria-label="Zatoka" class="wp-block-cover__image-background is-repeated" style="background-image:url(&quot;ADDRESS&quot;)"></div>',
    '',
  ],
  ['with a lazy background', '<div role="img" aria-label="Zatoka" data-bg="ADDRESS"></div>', ''],
  ['of before images were elements', '', ' aria-label="Zatoka" style="background-image:url(\'ADDRESS\')"'],
])('a cover %s has its image, with what it shows (BLOCK-20)', (_, inside, outside) => {
  const address = 'https://cms.szpalta.test/wp-content/uploads/2026/03/zatoka.jpg'
  const innerHTML = `<div class="wp-block-cover"${outside}>${inside}<div class="wp-block-cover__inner-container"><p>Zachód</p></div></div>`
  expect(normaliseOne({ blockName: 'core/cover', innerHTML: innerHTML.replace('ADDRESS', address) })).toMatchObject([
    { type: 'cover', image: { src: 'https://cdn.szpalta.test/2026/03/zatoka.webp', alt: 'Zatoka' } },
  ])
})
