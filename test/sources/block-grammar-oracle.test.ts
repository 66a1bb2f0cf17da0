import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { type ParsedBlock, parseBlocks } from '../../src/sources/block-grammar.ts'
import { type FetchedPackage, fetchPackage } from '../support/npm-package.ts'
import { RUNS } from '../support/property-runs.ts'

/** WordPress' own parser and its fixtures, under its own licence: compared with, never shipped. */
const PARSER = '@wordpress/block-serialization-default-parser@5.56.0'
const FIXTURES = '@wordpress/e2e-tests@2.1.6'
const FIXTURE_COUNT = 196

type Parse = (document: string) => ParsedBlock[]

let packages: FetchedPackage[] | undefined
let parse: Parse

beforeAll(async () => {
  const fetched = await Promise.all([fetchPackage(PARSER), fetchPackage(FIXTURES)])
  const [parser, fixtures] = fetched
  if (!parser || !fixtures) return
  packages = [parser, fixtures]
  parse = (createRequire(import.meta.url)(join(parser.folder, 'build/index.cjs')) as { parse: Parse }).parse
}, 180_000)
afterAll(() => Promise.all((packages ?? []).map(({ remove }) => remove())))

/** Settings that are invalid JSON are `null` there and empty here. */
const tree = (blocks: readonly ParsedBlock[]): unknown[] =>
  blocks.map(({ blockName, attrs, innerHTML, innerContent, innerBlocks }) => ({
    blockName,
    attrs: attrs ?? {},
    innerHTML,
    innerContent,
    innerBlocks: tree(innerBlocks),
  }))

test("every fixture of WordPress' own tests yields WordPress' own tree", async () => {
  if (!packages) return
  const folder = join(packages[1]?.folder ?? '', 'fixtures/blocks')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html') && !name.endsWith('.serialized.html'))
  expect(names).toHaveLength(FIXTURE_COUNT)
  for (const name of names) {
    const document = (await readFile(join(folder, name), 'utf8')).trim()
    expect([name, tree(parseBlocks(document))]).toEqual([name, tree(parse(document))])
  }
})

/** How many blocks are open at the end; with more than one, the two parsers differ intentionally. */
function openAtEnd(document: string): number {
  let depth = 0
  const delimiter = /<!--\s+(\/)?wp:[a-z/]+\s+(?:\{(?:(?!\}\s+\/?-->)[\s\S])*\}\s+)?(\/)?-->/g
  for (const [, closes, isVoid] of document.matchAll(delimiter)) {
    if (isVoid) continue
    if (closes && depth === 0) return 0
    depth += closes ? -1 : 1
  }
  return depth
}

test('so does malformed markup, except nested blocks that are never closed', () => {
  if (!packages) return
  const piece = fc.constantFrom(
    ...['<!-- wp:group -->', '<!-- /wp:group -->', '<!-- wp:a/b {"x":"-->"} -->', '<!-- /wp:a/b -->', '<!-- wp:s /-->'],
    ...['<!-- wp:s {"a":{"b":"}"}} /-->', '<!-- wp:q { ', '} -->', '} /-->', '<!-- /wp:z /-->', '<!-- /wp:z {} -->'],
    ...['<!--', '-->', '<!-- wp:', '{', '}', ' ', '/', '\n', 'x', '<!-- wp:k {"a":1}-->', '<!-- wp:k {}  \n/-->'],
  )
  const document = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(document, (written) => {
      fc.pre(openAtEnd(written) < 2)
      expect(tree(parseBlocks(written))).toEqual(tree(parse(written)))
    }),
    { numRuns: RUNS },
  )
})
