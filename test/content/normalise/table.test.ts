import type { TableBlock } from '../../../src/content/block.ts'
import { normaliseOne } from '../world.ts'

const tables = (innerHTML: string) => normaliseOne({ blockName: 'core/table', innerHTML })
function table(innerHTML: string): TableBlock {
  const [block] = tables(innerHTML)
  if (block?.type !== 'table') throw new Error('no table')
  return block
}

test('a table has head, body, foot, spans, alignment and caption (BLOCK-14)', () => {
  const html = `<figure class="wp-block-table"><table><thead><tr><th>Giełda</th><th data-align="right">Prowizja</th></tr></thead>
    <tbody><tr><th scope="row">Wiersz</th><td>0,1%</td></tr><tr><td colspan="2" rowspan="3"><b>Razem</b></td></tr></tbody>
    <tfoot><tr><td>Stopka</td><td></td></tr></tfoot></table><figcaption>Podpis <em>tabeli</em></figcaption></figure>`
  expect(tables(html)).toEqual([
    {
      type: 'table',
      head: [
        [
          { html: 'Giełda', isHeader: true, scope: 'col' },
          { html: 'Prowizja', isHeader: true, scope: 'col', align: 'right' },
        ],
      ],
      body: [
        [
          { html: 'Wiersz', isHeader: true, scope: 'row' },
          { html: '0,1%', isHeader: false },
        ],
        [{ html: '<b>Razem</b>', isHeader: false, colSpan: 2, rowSpan: 3 }],
      ],
      foot: [
        [
          { html: 'Stopka', isHeader: false },
          { html: '', isHeader: false },
        ],
      ],
      caption: 'Podpis <em>tabeli</em>',
    },
  ])
})

test('a header cell of the body belongs to its row, or to the column that it names', () => {
  const { body } = table(
    '<table><tr><th scope="col">a</th><th scope="row">b</th><th>c</th><td scope="col">d</td></tr></table>',
  )
  expect(body[0]?.map(({ scope }) => scope)).toEqual(['col', 'row', 'row', undefined])
})

test('a header cell in the head may belong to its row', () => {
  expect(
    table('<table><thead><tr><th scope="row">a</th><th>b</th></tr></thead></table>').head[0]?.map(({ scope }) => scope),
  ).toEqual(['row', 'col'])
})

test.each(['1', '0', '-2', 'dwa', ''])('a span of %j is dropped', (span) => {
  expect(table(`<table><tr><td colspan="${span}" rowspan="${span}">a</td></tr></table>`).body).toEqual([
    [{ html: 'a', isHeader: false }],
  ])
})

test('an excessive span is limited', () => {
  expect(table('<table><tr><td colspan="100000">a</td></tr></table>').body[0]?.[0]?.colSpan).toBeLessThanOrEqual(1000)
})

test('the caption of older content is supported too', () => {
  expect(table('<table><caption>Stary podpis</caption><tr><td>a</td></tr></table>').caption).toBe('Stary podpis')
})

test.each(['thead', 'tbody', 'tfoot'])('a table within a cell of the %s becomes text of that cell', (part) => {
  const html = `<table><${part}><tr><td>raz<table><thead><tr><td>dwa</td></tr></thead><tbody><tr><td>trzy</td></tr></tbody></table></td></tr></${part}></table>`
  const { head, body, foot } = table(html)
  const cells = [...head, ...body, ...foot].flat()
  expect(cells).toHaveLength(1)
  expect(cells[0]?.html.split(/\s+/)).toEqual(['raz', 'dwa', 'trzy'])
})

test('every cell of the head is a header', () => {
  expect(table('<table><thead><tr><td>a</td></tr></thead></table>').head).toEqual([
    [{ html: 'a', isHeader: true, scope: 'col' }],
  ])
})

test('a header cell without a word heads nothing (A11Y-11)', () => {
  const { head, body } = table(
    '<table><thead><tr><th></th><th>Moc</th></tr></thead><tbody><tr><th scope="row">&nbsp;</th><td>23 KM</td></tr></tbody></table>',
  )
  expect([head, body].flat(2).map(({ isHeader, scope }) => [isHeader, scope])).toEqual([
    [false, undefined],
    [true, 'col'],
    [false, undefined],
    [false, undefined],
  ])
})

test('a script in a cell is removed', () => {
  expect(table('<table><tr><td onclick="x()">a<script>zlo()</script></td></tr></table>').body).toEqual([
    [{ html: 'a', isHeader: false }],
  ])
})

test.each(['', '<p>nic</p>', '<table></table>', '<table><tr></tr></table>'])('%j is not a table', (html) => {
  expect(tables(html)).toEqual([])
})

test('a column of numbers is marked, with its heading and its sum (BLOCK-14)', () => {
  const { head, body, foot } = table(`<table><thead><tr><th>Rok</th><th>Udział</th></tr></thead>
    <tbody><tr><td>2012</td><td>12,5%</td></tr><tr><td>2016</td><td><b>4</b>%</td></tr></tbody>
    <tfoot><tr><td>Razem</td><td>16,5%</td></tr><tr><td colspan="2">Uwagi</td></tr></tfoot></table>`)
  const numeric = [...head, ...body, ...foot].map((row) => row.map(({ isNumeric = false }) => isNumeric))
  expect(numeric).toEqual([[false, true], [false, true], [false, true], [false, true], [false]])
})

const HEAD = '<thead><tr><th>Model</th><th>Cena</th></tr></thead>'
const heads = (markup: string) =>
  table(`<table>${markup}</table>`).body.map(([first]) => [first?.isHeader, first?.scope])

test('the first column of a table with heads heads its rows, where it tells them apart (BLOCK-14)', () => {
  const rows = '<tr><td>A1</td><td>5</td></tr><tr><td>B2</td><td>7</td></tr>'
  expect(heads(`${HEAD}<tbody>${rows}</tbody>`)).toEqual([
    [true, 'row'],
    [true, 'row'],
  ])
  const none = [
    [false, undefined],
    [false, undefined],
  ]
  expect(heads(`<tbody>${rows}</tbody>`)).toEqual(none)
  expect(heads(`${HEAD}<tbody>${rows.replace('B2', 'A1')}</tbody>`)).toEqual(none)
  expect(heads(`${HEAD}<tbody>${rows.replace('B2', '')}</tbody>`)).toEqual(none)
})
