import { contentsOf } from '../../src/content/contents.ts'
import { cutFields } from '../../src/content/decode/fields.ts'
import { decodePage } from '../../src/content/decode.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import { atOnce, inSlices, type Steps } from '../../src/system/steps.ts'
import { createServices } from '../support/customer-site.ts'
import { articleOf } from '../support/render.ts'
import { listening, normalise, services, wireBlock } from './world.ts'

function* work(milliseconds: number): Steps<'done'> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    for (const step = performance.now() + 1; performance.now() < step; );
    yield
  }
  return 'done'
}

test('long work yields after each slice, short work never does (COST-1)', async () => {
  let turns = 0
  const count = (): void => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  expect(await inSlices(work(1))).toBe('done')
  expect(turns).toBe(0)
  expect(await inSlices(work(100))).toBe('done')
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(1)
})

test('settings of a block have at most 500 items and texts of 10,000 characters, code has more (COST-5)', () => {
  const offers = Array.from({ length: 600 }, (_, n) => ({ shop: `Sklep ${n}`, link: 'https://s.example/' }))
  const buybox = { blockName: 'acf/buybox', attrs: { data: { header: 'x'.repeat(10_001), offers } } }
  const { blocks, problems } = normalise([wireBlock(buybox)])
  expect(blocks).toMatchObject([{ type: 'buybox', header: 'x'.repeat(10_000) }])
  expect(blocks[0] && 'offers' in blocks[0] && blocks[0].offers).toHaveLength(500)
  expect(problems.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([expect.stringMatching(/600 items, cut to 500/), expect.stringMatching(/cut to 10000/)]),
  )
  const code = 'a = 1\n'.repeat(3000)
  expect(normalise([wireBlock({ blockName: 'acf/code', attrs: { data: { code } } })]).problems).toEqual([])
})

test('a field has at most 10,000 characters, 200 items and eight levels (COST-5)', () => {
  const cuts: string[] = []
  const cut = (value: unknown) => cutFields(value, { onCut: ({ field }) => void cuts.push(field) })
  const small = { a: ['b', { c: 1 }] }
  expect(cut(small)).toBe(small)
  expect(cut({ title: 'x'.repeat(10_001) })).toEqual({ title: 'x'.repeat(10_000) })
  expect(cut({ tags: Array.from({ length: 201 }, String) })).toEqual({ tags: Array.from({ length: 200 }, String) })
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : { in: nested(levels - 1) })
  expect(JSON.stringify(cut(nested(8)))).toContain('"x"')
  expect(JSON.stringify(cut(nested(10)))).not.toContain('"x"')
  expect(cuts).toEqual(['title', 'tags', expect.stringMatching(/^in\.in/)])
})

test('a table of contents has at most 200 chapters, JSON-LD at most 100 videos (COST-5)', () => {
  const heading = (n: number) => wireBlock({ blockName: 'core/heading', innerHTML: `<h2>Rozdział ${n}</h2>` })
  const long = {
    ...articleOf(...Array.from({ length: 250 }, (_, n) => heading(n))),
    readingMinutes: 30,
    category: { name: 'Edukacja', href: '/kategoria/edukacja' },
  }
  expect(contentsOf(long, createServices().akademia)).toHaveLength(200)
  const video = (n: number) => {
    const url = `https://www.youtube.com/watch?v=${String(n).padStart(11, 'x')}`
    return { blockName: 'core/embed', attrs: { url, providerNameSlug: 'youtube' }, innerHTML: '', innerBlocks: [] }
  }
  const article = articleOf(...Array.from({ length: 120 }, (_, n) => video(n)))
  const graph = JSON.stringify(articleGraph(article, services.akademia))
  expect(graph.match(/"VideoObject"/g)).toHaveLength(100)
})

test('the field "wall" changes nothing about a page (PAGE-9)', () => {
  const pageWith = (wall: unknown) =>
    atOnce(decodePage({ ID: 1, page_slug: 'home', blocks: [], wall }, listening().context))
  expect(pageWith(true)).toEqual(pageWith(undefined))
  expect(pageWith({ code: 'x' })).toEqual(pageWith(false))
})
