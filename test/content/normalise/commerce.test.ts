import { normaliseOne } from '../world.ts'

const acf = (name: string, data: object) => normaliseOne({ blockName: `acf/${name}`, attrs: { data } })
const REL = 'sponsored nofollow noopener'

test('a sponsored paragraph without a link has no button, and its text stays (BLOCK-34)', () => {
  const data = {
    title: 'Tytuł',
    content: '<p>Treść <strong>ważna</strong></p><script>x</script>',
    sponsorName: 'Firma',
    button_string: 'Dalej',
  }
  expect(acf('sponsored-paragraph', { ...data, linkToSponsorPage: '' })).toEqual([
    { type: 'sponsored-paragraph', html: '<p>Treść <strong>ważna</strong></p>', title: 'Tytuł', sponsor: 'Firma' },
  ])
  expect(acf('sponsored-paragraph', { ...data, linkToSponsorPage: 'https://firma.example/?a=1&b=2' })).toMatchObject([
    { button: { label: 'Dalej', link: { href: 'https://firma.example/?a=1&b=2', rel: REL } } },
  ])
})

test('prices are text, entities are decoded once, and a tag in a name is text (BLOCK-3)', () => {
  expect(
    acf('buybox-fast', {
      title: 'A &amp;lt; B',
      shop: '<b>Sklep</b>',
      price: '519,90\u00a0zł',
      link: 'https://s.example/',
    }),
  ).toMatchObject([{ title: 'A\u00a0&lt; B', offer: { shop: '<b>Sklep</b>', price: '519,90\u00a0zł' } }])
})

test('a buybox keeps its offers in order and drops empty ones (BLOCK-35)', () => {
  const offers = [{ shop: 'A', price: '1\u00a0zł', link: 'https://a.example/' }, {}, { shop: 'B', link: '' }]
  const [block] = acf('buybox', { header: 'Portfel', image: false, offers })
  expect(block).toMatchObject({ offers: [{ shop: 'A' }, { shop: 'B' }] })
  expect(block).toHaveProperty('image', undefined)
})

test.each([
  ['4.5', 4.5],
  [3, 3],
  ['0', 0],
  [7, undefined],
  [-1, undefined],
  ['dobra', undefined],
])('the rating %j of an offer is %j', (rating, expected) => {
  const [block] = acf('offer-comparison', { offers: [{ name: 'X', rating }] })
  expect(block).toMatchObject({ offers: [expected === undefined ? { name: 'X' } : { name: 'X', rating: expected }] })
  if (expected === undefined) expect(JSON.stringify(block)).not.toContain('rating')
})

test('each offer of a table has as many values as there are columns (BLOCK-36)', () => {
  const offers = [
    { name: 'P', link: 'https://p.example/', values: ['1'] },
    { name: 'R', link: '', values: ['1', '2', '3'] },
  ]
  expect(acf('offer-table', { columns: ['Prowizja', 'Wypłata'], offers })).toEqual([
    {
      type: 'offer-table',
      columns: ['Prowizja', 'Wypłata'],
      offers: [
        { name: 'P', values: ['1', ''], link: { href: 'https://p.example/', rel: REL } },
        { name: 'R', values: ['1', '2'] },
      ],
    },
  ])
})

test('a watch guide requires its header and its link (BLOCK-38)', () => {
  const link = 'https://vod.example/film?id=9'
  expect(acf('watch-guide', { header: 'Gdzie', link })).toEqual([
    { type: 'watch-guide', header: 'Gdzie', link: { href: link, rel: REL } },
  ])
  for (const data of [
    { header: 'Gdzie', link: '' },
    { header: '', link },
    { header: 'Gdzie', link: 'javascript:x' },
  ]) {
    expect(acf('watch-guide', data)).toEqual([])
  }
})

test('links in paid text carry the relations of paid links, those of the group do not (BLOCK-8)', () => {
  const content =
    '<p><a href="https://firma.example/a">tu</a> i <a href="https://szpalta.test/2026/03/b">tam</a> i <a href="/c">obok</a></p>'
  expect(acf('sponsored-paragraph', { content })).toMatchObject([
    {
      html: `<p><a href="https://firma.example/a" rel="${REL}">tu</a> i\u00a0<a href="https://szpalta.test/2026/03/b.html">tam</a> i\u00a0<a href="/c">obok</a></p>`,
    },
  ])
})

test.each(['sponsored-paragraph', 'buybox', 'buybox-fast', 'offer-comparison', 'offer-table', 'watch-guide'])(
  'a block %s without settings, in any form of absence, is dropped',
  (name) => {
    for (const attrs of [[], {}, { data: [] }, { data: false }, { data: 'x' }]) {
      expect(normaliseOne({ blockName: `acf/${name}`, attrs })).toEqual([])
    }
    expect(acf(name, { offers: [[], null, 'x', 7, {}], columns: 'x', image: [], content: [], header: {} })).toEqual([])
  },
)

test.each([false, '', 'javascript:x()', 'data:text/html,x', [], { url: 'https://s.example/' }])(
  'the link %j is dropped: no offer has a button, and all have their texts',
  (link) => {
    const offer = { name: 'N', shop: 'S', price: '1\u00a0zł', link, button_string: 'Kup' }
    expect(acf('buybox', { header: 'H', offers: [offer] })).toEqual([
      { type: 'buybox', header: 'H', offers: [{ shop: 'S', price: '1\u00a0zł' }] },
    ])
    expect(acf('buybox-fast', { title: 'T', ...offer })).toEqual([
      { type: 'buybox-fast', title: 'T', offer: { shop: 'S', price: '1\u00a0zł' } },
    ])
    expect(acf('offer-comparison', { offers: [offer] })).toEqual([
      { type: 'offer-comparison', offers: [{ name: 'N', price: '1\u00a0zł' }] },
    ])
  },
)

test('a button without a text has a default one', () => {
  const link = 'https://s.example/'
  expect(acf('buybox-fast', { shop: 'S', link, button_string: '' })).toMatchObject([
    { offer: { button: { label: 'Do sklepu' } } },
  ])
  expect(acf('offer-comparison', { offers: [{ name: 'N', link }] })).toMatchObject([
    { offers: [{ button: { label: 'Zobacz ofertę' } }] },
  ])
  expect(acf('sponsored-paragraph', { title: 'T', linkToSponsorPage: link })).toMatchObject([
    { button: { label: 'Dowiedz się więcej' } },
  ])
})

test('numbers in place of texts become texts, and the width of an image may be a number or its text', () => {
  const image = { url: 'https://cms.szpalta.test/wp-content/uploads/2026/03/o.png', alt: '', width: '306', height: 200 }
  expect(acf('offer-comparison', { header: 2026, offers: [{ name: 7, image, price: 29, rating: '3' }] })).toMatchObject(
    [
      {
        header: '2026',
        offers: [
          {
            name: '7',
            price: '29',
            rating: 3,
            image: { src: 'https://cdn.szpalta.test/2026/03/o.webp', alt: '7', width: 306, height: 200 },
          },
        ],
      },
    ],
  )
  expect(acf('offer-table', { columns: [1, false], offers: [{ name: 'P', values: [0, null] }] })).toMatchObject([
    { columns: ['1', ''], offers: [{ values: ['0', ''] }] },
  ])
})
