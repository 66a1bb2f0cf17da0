import { normalise, normaliseOne, paragraph, wireBlock } from '../world.ts'

const text = (html: string) => ({ type: 'paragraph', html })

describe('a separator', () => {
  test('of WordPress is a normal one', () => {
    expect(normaliseOne({ blockName: 'core/separator', innerHTML: '<hr/>' })).toEqual([
      { type: 'separator', size: 'normal' },
    ])
  })

  test('with size L is large, and may have a colour (BLOCK-18)', () => {
    expect(normaliseOne({ blockName: 'acf/separator', attrs: { data: { size: 'L', color: '#ff5500' } } })).toEqual([
      { type: 'separator', size: 'large', color: '#ff5500' },
    ])
  })

  test.each(['M', 'l', '', false])('with size %j is normal', (size) => {
    expect(normaliseOne({ blockName: 'acf/separator', attrs: { data: { size } } })).toEqual([
      { type: 'separator', size: 'normal' },
    ])
  })

  test('drops an invalid colour', () => {
    expect(normaliseOne({ blockName: 'acf/separator', attrs: { data: { color: 'red;position:fixed' } } })).toEqual([
      { type: 'separator', size: 'normal' },
    ])
  })
})

describe('columns', () => {
  const column = (innerBlocks: unknown[], attrs: unknown = []) =>
    wireBlock({ blockName: 'core/column', attrs, innerBlocks })
  const columns = (...innerBlocks: unknown[]) => ({ blockName: 'core/columns', innerBlocks })

  test('have their blocks and, when written, their widths (BLOCK-20)', () => {
    expect(normaliseOne(columns(column([paragraph('a')], { width: '33.33%' }), column([paragraph('b')])))).toEqual([
      { type: 'columns', columns: [{ blocks: [text('a')], width: '33.33%' }, { blocks: [text('b')] }] },
    ])
  })

  test.each(['50%;position:fixed', 'calc(1px)', '-5%', '50'])('have no width %j', (width) => {
    expect(normaliseOne(columns(column([paragraph('a')], { width })))).toEqual([
      { type: 'columns', columns: [{ blocks: [text('a')] }] },
    ])
  })

  test('nest', () => {
    expect(normaliseOne(columns(column([wireBlock(columns(column([paragraph('a')])))])))).toEqual([
      { type: 'columns', columns: [{ blocks: [{ type: 'columns', columns: [{ blocks: [text('a')] }] }] }] },
    ])
  })

  test('keep an empty one between others, and are dropped when all are empty', () => {
    expect(normaliseOne(columns(column([]), column([paragraph('a')])))).toEqual([
      { type: 'columns', columns: [{ blocks: [] }, { blocks: [text('a')] }] },
    ])
    expect(normaliseOne(columns(column([]), column([])))).toEqual([])
  })

  test('keep blocks outside of any column', () => {
    expect(normaliseOne(columns(paragraph('a'), column([paragraph('b')])))).toEqual([
      { type: 'columns', columns: [{ blocks: [text('a')] }, { blocks: [text('b')] }] },
    ])
  })
})

describe('a group', () => {
  test('has its blocks, and is dropped without them', () => {
    expect(normaliseOne({ blockName: 'core/group', innerBlocks: [paragraph('a')] })).toEqual([
      { type: 'group', blocks: [text('a')] },
    ])
    expect(normaliseOne({ blockName: 'core/group', innerHTML: '<div></div>' })).toEqual([])
  })
})

describe('a spacer (BLOCK-18)', () => {
  test.each([
    ['40px', 40],
    [40, 40],
    ['40', 40],
  ])('of %j is %d pixels high', (height, pixels) => {
    expect(normaliseOne({ blockName: 'core/spacer', attrs: { height } })).toEqual([{ type: 'spacer', height: pixels }])
  })
})

describe('shaded content', () => {
  test('has its blocks, its label and an anchor of its own (BLOCK-22)', () => {
    const shade = { blockName: 'acf/shade-content', attrs: { data: { button_string: 'Rozwiń &amp; czytaj' } } }
    const { blocks } = normalise([
      wireBlock({ ...shade, innerBlocks: [paragraph('a')] }),
      wireBlock({ ...shade, innerBlocks: [paragraph('b')] }),
    ])
    expect(blocks).toMatchObject([
      { type: 'shade-content', label: 'Rozwiń & czytaj', blocks: [text('a')] },
      { type: 'shade-content', label: 'Rozwiń & czytaj', blocks: [text('b')] },
    ])
    const ids = blocks.map((block) => (block.type === 'shade-content' ? block.id : ''))
    expect(new Set(ids).size).toBe(2)
  })
})

test.each(['group', 'columns'])('the text of a %s without inner blocks is taken from its markup', (name) => {
  const html = '<div><p>Stara treść.</p></div>'
  const blocks = normaliseOne({ blockName: `core/${name}`, innerHTML: html })
  expect(JSON.stringify(blocks)).toContain('Stara treść.')
})
