import { normaliseBlocks } from '../../../src/content/normalise/blocks.ts'
import { listening, normaliseOne } from '../world.ts'

const acf = (name: string, data: object) => normaliseOne({ blockName: `acf/${name}`, attrs: { data } })
const img = (name: string) =>
  `<img src="https://cms.szpalta.test/wp-content/uploads/2026/03/${name}.jpg" alt="${name}"/>`

test('a chart takes numbers and numeric strings, and drops what has no value', () => {
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

test('an unknown kind of chart, or a pie of negative parts, is drawn as bars; without numbers there is nothing', () => {
  expect(acf('chart', { type: 'radar', series: [{ label: 'A', value: 1 }] })).toMatchObject([{ kind: 'bar' }])
  expect(acf('chart', { type: 'pie', series: [{ label: 'A', value: -1 }] })).toMatchObject([{ kind: 'bar' }])
  expect(acf('chart', { series: [] })).toEqual([])
})

test('a gallery reads inner images and the list of older content alike, with the captions of items and its own', () => {
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

test('a photo box may have no picture, and is nothing when it has nothing', () => {
  expect(acf('photo-box', { image: false, title: 'Tytuł', author: 'Autor' })).toEqual([
    { type: 'photo-box', title: 'Tytuł', author: 'Autor' },
  ])
  expect(acf('photo-box', { image: false })).toEqual([])
})

test('a cover keeps its picture, its dimming and its text', () => {
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

test('two reusable blocks that name each other are each shown once, and a missing one costs its own place', () => {
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
  const blocks = normaliseBlocks([ref(1), ref('404'), ref(1)], { ...listening().context, reusable })
  const text = JSON.stringify(blocks)
  expect(blocks).toHaveLength(2)
  expect([text.match(/pierwszy/g)?.length, text.match(/drugi/g)?.length]).toEqual([2, 2])
})
