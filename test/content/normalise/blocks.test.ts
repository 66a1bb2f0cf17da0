import type { Block } from '../../../src/content/block.ts'
import { normaliseBlocks, reusableRefs } from '../../../src/content/normalise/blocks.ts'
import { blockTypeOf } from '../../../src/content/normalise/normalisers.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { CALL, listening, normalise, paragraph, wireBlock } from '../world.ts'

/** The inner blocks of a container of any kind. */
function innerOf(block: Block): Block[] {
  if (block.type === 'columns') return block.columns.flatMap((column) => column.blocks)
  return 'blocks' in block ? block.blocks : []
}

describe('the type of a block', () => {
  const typeOf = (fields: { blockType?: string; blockName?: string; attrs?: Record<string, unknown> }) =>
    blockTypeOf({ blockType: undefined, blockName: undefined, attrs: {}, ...fields })

  test('is the given one (BLOCK-2)', () => {
    expect(typeOf({ blockType: 'paragraph', blockName: 'core/heading' })).toBe('paragraph')
  })

  test.each([
    ['core/paragraph', 'paragraph'],
    ['acf/giphy', 'giphy'],
    ['core/block', 'reusable-block'],
    ['core/embed', 'embed'],
  ])('is derived from %s: %s', (blockName, type) => {
    expect(typeOf({ blockName })).toBe(type)
  })

  test.each([
    ['youtube', 'youtube'],
    ['x', 'twitter'],
    ['twitter', 'twitter'],
    ['slideshare', 'embed'],
    ['paragraph', 'embed'],
    ['constructor', 'embed'],
    [undefined, 'embed'],
  ])('of an embed by the provider %s is %s', (providerNameSlug, type) => {
    expect(typeOf({ blockName: 'core/embed', attrs: { providerNameSlug } })).toBe(type)
  })

  test('of text between blocks is absent', () => {
    expect(typeOf({})).toBeUndefined()
  })
})

describe('a tree', () => {
  test('keeps the order of its blocks', () => {
    const { blocks } = normalise([paragraph('a'), wireBlock({ blockName: 'core/separator' }), paragraph('b')])
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'separator', 'paragraph'])
  })

  test.each([null, 'tekst', 7, [], undefined])('drops only %j in place of a block', (broken) => {
    const { blocks, problems } = normalise([paragraph('a'), broken, paragraph('b')])
    expect(blocks).toHaveLength(2)
    expect(problems).toEqual([
      expect.objectContaining({ call: CALL, kind: expect.stringMatching(/instead of a block$/) }),
    ])
  })

  test('accepts an absent part in every form of the CMS (WIRE-3)', () => {
    const { blocks, problems } = normalise([
      { blockType: 'paragraph', blockName: 'core/paragraph', innerHTML: '<p>a</p>' },
      { blockType: '', blockName: 'core/paragraph', innerHTML: '<p>b</p>', attrs: false, innerBlocks: null },
      { blockType: false, blockName: false, innerHTML: '<p>c</p>', attrs: '', innerBlocks: '', blockContent: [] },
      { blockName: 'core/paragraph', innerHTML: false },
    ])
    expect(blocks).toEqual([
      { type: 'paragraph', html: 'a' },
      { type: 'paragraph', html: 'b' },
      { type: 'html', html: '<p>c</p>' },
    ])
    expect(problems).toEqual([])
  })

  test('shows nothing of what only the editor needs (BLOCK-40)', () => {
    expect(
      normalise([
        wireBlock({ blockName: 'core/more', innerHTML: '<!--more-->' }),
        wireBlock({ blockName: 'core/nextpage' }),
      ]),
    ).toEqual({
      blocks: [],
      problems: [],
    })
  })

  test('does not take a type from the prototype of an object', () => {
    const { blocks } = normalise([
      wireBlock({ blockType: 'constructor', blockName: 'acf/constructor', innerHTML: '<p>a</p>' }),
    ])
    expect(blocks).toMatchObject([{ type: 'unknown' }])
  })

  test.each(['core/group', 'core/columns', 'core/quote', 'acf/nieznany'])(
    'of %s deeper than the limit is flattened without loss of text (COST-5)',
    (blockName) => {
      let block = paragraph('dno')
      for (let level = 0; level < 1000; level++) {
        const inner =
          blockName === 'core/columns' ? [wireBlock({ blockName: 'core/column', innerBlocks: [block] })] : [block]
        block = wireBlock({ blockName, innerBlocks: inner })
      }
      const { blocks } = normalise([block])
      let depth = 0
      let level = blocks
      let text = ''
      while (level.length > 0) {
        depth++
        text += level.map((block) => (block.type === 'paragraph' ? block.html : '')).join('')
        level = level.flatMap(innerOf)
      }
      expect(text).toBe('dno')
      expect(depth).toBeLessThanOrEqual(150)
    },
  )
})

describe('a reusable block', () => {
  const reference = (ref: unknown) => wireBlock({ blockName: 'core/block', attrs: { ref } })
  const response = (ref: number, ...innerBlocks: unknown[]) =>
    wireBlock({ blockName: 'core/block', attrs: { ref }, innerBlocks })
  const read = (blocks: unknown[], reusable: Array<[string, unknown]>) =>
    atOnce(normaliseBlocks(blocks, { ...listening().context, reusable: new Map(reusable) }))

  test('is replaced by its content (BLOCK-21)', () => {
    expect(read([paragraph('a'), reference(9001)], [['9001', response(9001, paragraph('wspólny'))]])).toEqual([
      { type: 'paragraph', html: 'a' },
      { type: 'reusable-block', blocks: [{ type: 'paragraph', html: 'wspólny' }] },
    ])
  })

  test.each([9002, '', false, null])('that is missing, by the ref %j, is dropped', (ref) => {
    expect(read([reference(ref)], [['9001', response(9001, paragraph('wspólny'))]])).toEqual([])
  })

  test('that references itself, or one that does, is shown once per chain (BLOCK-21)', () => {
    const pair: Array<[string, unknown]> = [
      ['1', response(1, paragraph('raz'), reference(2))],
      ['2', response(2, paragraph('dwa'), reference(1), reference(2))],
    ]
    expect(read([reference(1)], pair)).toEqual([
      {
        type: 'reusable-block',
        blocks: [
          { type: 'paragraph', html: 'raz' },
          { type: 'reusable-block', blocks: [{ type: 'paragraph', html: 'dwa' }] },
        ],
      },
    ])
  })

  test('may occur twice in an article', () => {
    expect(read([reference(1), reference('1')], [['1', response(1, paragraph('a'))]])).toHaveLength(2)
  })

  test('is listed once by its ref, at any depth of a tree', () => {
    const tree = {
      blocks: [reference(1), wireBlock({ blockName: 'core/group', innerBlocks: [reference('2'), reference(1)] })],
    }
    expect(reusableRefs(tree).sort()).toEqual(['1', '2'])
    expect(reusableRefs(null)).toEqual([])
  })
})
