import { normaliseOne } from '../world.ts'

/** The safe HTML of an editor's raw HTML. */
function html(innerHTML: string): unknown {
  const [block] = normaliseOne({ blockType: 'html', innerHTML })
  return block && 'html' in block ? block.html : undefined
}

describe('meaning that only a style has (SRC-47)', () => {
  test.each([
    ['<p><span style="text-decoration: underline;">a</span></p>', '<p><u>a</u></p>'],
    ['<p><span style="text-decoration:line-through">a</span></p>', '<p><s>a</s></p>'],
    ['<p><span style="font-weight:700">a</span></p>', '<p><strong>a</strong></p>'],
    ['<p><span style="FONT-STYLE: Italic">a</span></p>', '<p><em>a</em></p>'],
    [
      '<p><span style="font-weight:bold;font-style:italic !important">a</span></p>',
      '<p><em><strong>a</strong></em></p>',
    ],
    ['<p>H<span style="vertical-align:sub">2</span>O</p>', '<p>H<sub>2</sub>O</p>'],
    ['<p><b style="font-weight:normal">a <i>b</i></b></p>', '<p>a\u00a0<i>b</i></p>'],
    ['<p><strong style="font-weight:bold">a</strong></p>', '<p><strong>a</strong></p>'],
    ['<p><span style="color:red;font-size:20px">a</span></p>', '<p>a</p>'],
    ['<p><span style="font-weight:400;text-decoration:none">a</span></p>', '<p>a</p>'],
    ['<p style="text-align: center;">a</p>', '<p class="align-center">a</p>'],
    ['<p class="has-text-align-right">a</p>', '<p class="align-right">a</p>'],
    ['<h2 align="center">a</h2>', '<h2 class="align-center">a</h2>'],
    ['<p style="text-align:left">a</p>', '<p>a</p>'],
    ['<p style="text-align:justify">a</p>', '<p>a</p>'],
    ['<ol type="a"><li>a</li></ol>', '<ol type="a" class="lower-alpha"><li>a</li></ol>'],
    [
      '<ol style="list-style-type:upper-roman" start="3"><li>a</li></ol>',
      '<ol start="3" type="I" class="upper-roman"><li>a</li></ol>',
    ],
    ['<ol type="1"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ol type="x onclick=zlo()"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ])('%s', (written, shown) => {
    expect(html(written)).toBe(shown)
  })

  test.each([
    [
      '<p><mark style="background-color:rgba(0, 0, 0, 0);color:#cf2e2e" class="has-inline-color">a</mark></p>',
      '<p>a</p>',
    ],
    ['<p><mark style="background:transparent">a</mark></p>', '<p>a</p>'],
    ['<p><mark style="color:#cf2e2e">a</mark></p>', '<p>a</p>'],
    ['<p><mark style="background-color:#fcb900">a</mark></p>', '<p><mark>a</mark></p>'],
    ['<p><mark>a</mark></p>', '<p><mark>a</mark></p>'],
  ])('highlighted is what has a background: %s', (written, shown) => {
    expect(html(written)).toBe(shown)
  })

  test('of blocks is in their settings or in their markup', () => {
    expect(normaliseOne({ blockType: 'paragraph', innerHTML: '<p class="has-text-align-center">a</p>' })).toEqual([
      { type: 'paragraph', html: 'a', align: 'center' },
    ])
    expect(
      normaliseOne({ blockType: 'heading', attrs: { level: 3, textAlign: 'right' }, innerHTML: '<h3>a</h3>' }),
    ).toMatchObject([{ type: 'heading', align: 'right' }])
    expect(
      normaliseOne({
        blockType: 'list',
        attrs: { ordered: true, type: 'lower-roman' },
        innerHTML: '<ol><li>a</li></ol>',
      }),
    ).toMatchObject([{ type: 'list', numerals: 'i' }])
    expect(
      normaliseOne({ blockType: 'list', innerHTML: '<ol style="list-style-type:lower-latin"><li>a</li></ol>' }),
    ).toMatchObject([{ numerals: 'a' }])
    expect(
      normaliseOne({
        blockType: 'table',
        innerHTML: '<table><tbody><tr><td style="text-align:right">1</td></tr></tbody></table>',
      }),
    ).toMatchObject([{ body: [[{ align: 'right' }]] }])
  })
})
