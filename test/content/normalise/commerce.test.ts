import { normaliseOne } from '../world.ts'

const acf = (name: string, data: object) => normaliseOne({ blockName: `acf/${name}`, attrs: { data } })
const REL = 'sponsored nofollow noopener'

test('a sponsored paragraph without a link has no button, and its text stays', () => {
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

test('prices are text, entities are decoded once, and a tag in a name is text', () => {
  expect(
    acf('buybox-fast', { title: 'A &amp;lt; B', shop: '<b>Sklep</b>', price: '519,90 zł', link: 'https://s.example/' }),
  ).toMatchObject([{ title: 'A &lt; B', offer: { shop: '<b>Sklep</b>', price: '519,90 zł' } }])
})

test('a buybox keeps its offers in order and drops empty ones', () => {
  const offers = [{ shop: 'A', price: '1 zł', link: 'https://a.example/' }, {}, { shop: 'B', link: '' }]
  const [block] = acf('buybox', { header: 'Portfel', image: false, offers })
  expect(block).toMatchObject({ offers: [{ shop: 'A' }, { shop: 'B' }] })
  expect(block).not.toHaveProperty('image')
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

test('each offer of a table has as many values as there are columns', () => {
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

test('a watch guide needs both its header and its link', () => {
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
