import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSite } from '../../src/site/read-site.ts'
import { SiteError } from '../../src/site/site.ts'
import { ROOT } from '../support/root.ts'

const FILE = 'services/akademia.yaml'

let folder: string
let lines: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await cp(join(ROOT, 'sites/szpalta'), folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

/** Adds lines to a service's file. */
const add = async (text: string): Promise<void> => {
  const before = await readFile(join(folder, FILE), 'utf8')
  lines = before.split('\n').length - 1
  await writeFile(join(folder, FILE), before + text)
}
const service = async () => (await readSite(folder)).services.akademia

test('series and leads of a service’s file (SERIES-5, TOPIC-1)', async () => {
  await add(
    'series: { tags: [{ tag: śledztwo, title: Port }, { tag: kurs }], taxonomy: series }\ntopics: { tags: { port: O porcie } }\n',
  )
  expect(await service()).toMatchObject({
    series: { tags: [{ tag: 'śledztwo', title: 'Port' }, { tag: 'kurs' }], taxonomy: 'series' },
    topics: { categories: {}, tags: { port: 'O porcie' } },
  })
})

test.each([
  ['series: { tags: [{ tag: a b }] }', 'must be a slug'],
  ['series: { tags: [{ tag: a }, { tag: a }] }', '"a" occurs twice: keep one'],
  ['series: { tags: [{ title: Bez }] }', 'is missing: write it'],
  ['series: { taxonomy: "A b" }', 'must be the name of a taxonomy'],
  ['series: { tag: a }', 'is unknown'],
  ['topics: { tags: { "a/b": X } }', 'must be a slug'],
  ['paths: { series: kategoria }', 'must have different words for each kind of list'],
])('%s is a mistake with its line and a remedy (SERIES-5)', async (text, message) => {
  await add(`${text}\n`)
  const error = await readSite(folder).catch((reason: unknown) => reason)
  if (!(error instanceof SiteError)) throw new Error('the folder was read')
  const [problem] = error.problems
  expect(problem).toMatchObject({ file: FILE, line: lines + 1, message: expect.stringContaining(message) })
})

test('where another list has the language’s word, that of another language stands in (SERIES-2)', async () => {
  expect((await service())?.paths.series).toBe('seria')
  await add('paths: { category: seria }\n')
  expect((await service())?.paths.series).toBe('series')
})
