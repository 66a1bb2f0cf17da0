import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { jsonSchemas } from '../../src/portal/json-schemas.ts'
import { parseBlocks } from '../../src/sources/block-grammar.ts'
import { frontPageWarnings } from '../../src/sources/embedded/front-page-blocks.ts'
import { newsroomCheck } from '../../src/sources/embedded/newsroom-check.ts'
import { SERVICE_NAMES } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

/** Front pages of every newsroom of this repository. */
const PAGES = [
  ...SERVICE_NAMES.map((name) => `newsroom/${name}/home.html`),
  'sites/courier/newsroom/courier/home.html',
  'sites/zoria/newsroom/zoria/home.html',
]
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8').catch(() => '')
const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(jsonSchemas()['front-page-blocks']))
const blocksOf = (text: string): object[] =>
  parseBlocks(text).flatMap(({ blockName, attrs }) => (blockName?.startsWith('acf/') ? [{ blockName, attrs }] : []))
const META = '---\nid: 1\nslug: glowna\ntitle: Główna\n---\n'

test('the blocks of every front page here are those of the schema, and nothing is said of them (SITE-6, HOME-22)', async () => {
  let count = 0
  for (const path of PAGES) {
    const text = await read(path)
    const blocks = blocksOf(text)
    count += blocks.length
    expect([path, validate(blocks), validate.errors]).toEqual([path, true, null])
    expect(frontPageWarnings(path, text).map(({ message }) => message)).toEqual([])
  }
  expect(count).toBeGreaterThan(60)
})

test.each([
  [
    '{"fields":{"headr":"Nowe"},"posts":{"limit":3}}',
    'list-posts',
    '"fields.headr", which says nothing: did you mean "header"?',
  ],
  ['{"feilds":{"header":"Nowe"}}', 'hot-posts', '"feilds", which says nothing: did you mean "fields"?'],
  ['{"fields":{"header":7}}', 'grid-posts', 'has "fields.header"'],
  ['{"fields":{"header":"Czytane","window":"2d"}}', 'most-read', 'has "fields.window"'],
  ['{"fields":{"count":99}}', 'most-read', 'has "fields.count"'],
  ['{"fields":{"links":[{"title":"Bez odnośnika"}]}}', 'szybkie-linki', 'has "fields.links.0.link"'],
  ['{"fields":{"description":"Bez tytułu"}}', 'big-title', 'has "fields.header"'],
  ['{}', 'section-title', 'has "fields"'],
  ['{"active":"tak","adUnit":"a/b"}', 'ad-slot', 'has "active"'],
  ['{"fields":{"height":"wysoko"}}', 'spacer', 'has "fields.height"'],
  ['{"fields":{"header":"Lista"}}', 'list-post', 'is none of a front page: did you mean "list-posts"?'],
])('a broken block is named with its line: %s (HOME-22)', async (attrs, type, words) => {
  const whole = '<!-- wp:acf/list-posts {"posts":{"limit":3}} /-->\n\n'
  const text = `${META}${whole}<!-- wp:acf/${type} ${attrs} /-->\n${whole}`
  expect(validate(blocksOf(text))).toBe(false)
  const [warning, ...others] = frontPageWarnings('akademia/home.html', text)
  expect(others).toEqual([])
  expect(warning?.message).toContain(`akademia/home.html:8: block "acf/${type}" `)
  expect(warning?.message).toContain(words)
})

test('doctor and the development server say so, and the page stands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'front-page-'))
  try {
    await cp(join(ROOT, 'newsroom/akademia/terms.yaml'), join(folder, 'akademia/terms.yaml'))
    const page = `${META}<!-- wp:acf/most-read {"fields":{"cuont":5}} /-->\n`
    await writeFile(join(folder, 'akademia/home.html'), page)
    await writeFile(join(folder, 'akademia/home-wieczor.html'), page.replace('---\n', '---\nfrom: 2026-11-29T20:45\n'))
    const { errors, warnings, catalogue } = await newsroomCheck(folder, ['akademia'])()
    expect(errors).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/^akademia\/home-wieczor\.html:7: .*did you mean "count"\?$/),
      expect.stringMatching(/^akademia\/home\.html:6: .*did you mean "count"\?$/),
    ])
    expect(catalogue.services.get('akademia')?.frontPages).toHaveLength(2)
  } finally {
    await rm(folder, { recursive: true })
  }
})
