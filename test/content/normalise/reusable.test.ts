import type { Block } from '../../../src/content/block.ts'
import { normaliseBlocks } from '../../../src/content/normalise/blocks.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { listening, paragraph, wireBlock } from '../world.ts'

const reference = (ref: unknown) => wireBlock({ blockName: 'core/block', attrs: { ref } })
const response = (...innerBlocks: unknown[]) => wireBlock({ blockName: 'core/block', innerBlocks })

function read(blocks: unknown[], responses: Record<string, unknown>): { blocks: Block[]; texts: string[] } {
  const { context } = listening()
  const read = atOnce(normaliseBlocks(blocks, { ...context, reusable: new Map(Object.entries(responses)) }))
  const texts: string[] = []
  const stack: unknown[] = [...read].reverse()
  while (stack.length > 0) {
    const block = stack.pop() as Block
    if (block.type === 'paragraph') texts.push(block.html)
    else if ('blocks' in block) stack.push(...[...block.blocks].reverse())
  }
  return { blocks: read, texts }
}

test('a block that references itself is shown once', () => {
  expect(read([reference(1)], { 1: response(paragraph('a'), reference(1)) }).texts).toEqual(['a'])
})

test('two blocks that reference each other are shown once per chain, whichever comes first (BLOCK-21)', () => {
  const pair = { 1: response(paragraph('a'), reference(2)), 2: response(paragraph('b'), reference('1')) }
  expect(read([reference(1), reference(2)], pair).texts).toEqual(['a', 'b', 'b', 'a'])
})

test('a block that occurs twice in a row is shown twice, in an article and in another block', () => {
  const responses = { 1: response(paragraph('a')), 2: response(reference(1), reference(1)) }
  expect(read([reference(1), reference(1), reference(2)], responses).texts).toEqual(['a', 'a', 'a', 'a'])
})

test('headings of a block that is shown twice have anchors of their own', () => {
  const heading = wireBlock({ blockName: 'core/heading', innerHTML: '<h2 id="klucz">Klucz</h2>' })
  const { blocks } = read([reference(1), reference(1)], { 1: response(heading) })
  expect(blocks).toMatchObject([{ blocks: [{ id: 'klucz' }] }, { blocks: [{ id: 'klucz-2' }] }])
})

test.each([null, undefined, [], 'x', 7, { innerBlocks: 'x' }, { errors: { statusCode: 404 } }])(
  'the response %j for a block drops that block alone',
  (broken) => {
    expect(read([paragraph('przed'), reference(1), paragraph('po')], { 1: broken }).texts).toEqual(['przed', 'po'])
  },
)

test('blocks that all reference one another terminate', () => {
  const names = Array.from({ length: 20 }, (_, index) => String(index))
  const responses = Object.fromEntries(names.map((name) => [name, response(paragraph(name), ...names.map(reference))]))
  const { texts } = read([reference('0'), paragraph('po')], responses)
  expect(texts[0]).toBe('0')
  expect(texts.at(-1)).toBe('po')
  expect(texts.length).toBeLessThan(1_000)
})

test('blocks whose number doubles with every level terminate', () => {
  const responses = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      level,
      response(paragraph(`p${level}`), reference(level + 1), reference(level + 1)),
    ]),
  )
  const { texts } = read([reference(0), paragraph('po')], responses)
  expect(texts.at(-1)).toBe('po')
  expect(texts.length).toBeLessThan(1_000)
})
