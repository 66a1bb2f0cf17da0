import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeFrontMatter } from '../../src/cms/embedded/built-front-matter.ts'
import { createEmbeddedSource } from '../../src/cms/embedded/embedded.ts'
import { createFrontMatterIndex } from '../../src/cms/embedded/front-matter-index.ts'
import { existingService } from '../../src/services/registry.ts'
import { services } from '../content/world.ts'
import { until } from '../support/until.ts'

let folder: string
let newsroom: string
let own: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-matter-'))
  newsroom = join(folder, 'newsroom')
  own = join(folder, 'data/front-matter.json')
  for (const [slug, title] of [
    ['a', 'Pierwszy'],
    ['b', 'Drugi'],
  ] as const)
    await write(slug, title)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = (slug: string): string => join(newsroom, `akademia/articles/${slug}.html`)
async function write(slug: string, title: string): Promise<void> {
  await mkdir(dirname(fileOf(slug)), { recursive: true })
  await writeFile(
    fileOf(slug),
    `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-03T10:00\nauthor: jan\ncategory: edukacja\ntags: []\n---\n<p>Akapit ${title}.</p>`,
  )
}

/** Titles by slug as a start has them. */
async function titles(files = { own }): Promise<Record<string, string>> {
  const failed = (error: unknown): never => {
    throw error
  }
  const source = createEmbeddedSource(newsroom, ['akademia'], failed, undefined, { frontMatter: files })
  const { json } = await source.archive(existingService(services, 'akademia'), 'category', 'najnowsze', 0)
  const { posts } = json as { posts: Array<{ ID: string; title: string }> }
  return Object.fromEntries(posts.map(({ ID, title }) => [ID, title]))
}
/** Of the file, and how many front matters it has. */
const written = () =>
  until(
    async () => {
      const { entries } = JSON.parse(await readFile(own, 'utf8').catch(() => '{"entries":"{}"}')) as { entries: string }
      return Object.keys(JSON.parse(entries) as object).length
    },
    (count) => count > 0,
  )

test('a start reads front matter that an earlier one parsed, and the file has what files say now (SRC-62)', async () => {
  expect(await titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  expect(await written()).toBe(2)
  const index = createFrontMatterIndex({ own }, () => {})
  await index.load()
  const [, text = ''] = (await readFile(fileOf('a'), 'utf8')).split('---\n')
  const parsed: string[] = []
  const value = index.valueOf(text.trimEnd(), () => parsed.push('again'))
  expect([value, parsed]).toEqual([expect.objectContaining({ title: 'Pierwszy', date: '2026-03-03T10:00' }), []])
  // What is not known is parsed, and so is what JSON cannot say.
  expect([index.valueOf('a: 1', () => ({ a: 1 })), index.valueOf('a: 1', () => ({ a: 2 }))]).toEqual([
    { a: 1 },
    { a: 1 },
  ])
  expect([index.valueOf('a: .nan', () => Number.NaN), index.valueOf('a: .nan', () => 5)]).toEqual([Number.NaN, 5])
})

test('an edit of the same length in the same second, a copy, a renamed and a deleted file are what they are (SRC-62)', async () => {
  expect(await titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  await written()
  const when = new Date(Math.floor((await stat(fileOf('a'))).mtimeMs / 1000) * 1000)
  await utimes(fileOf('a'), when, when)
  await write('a', 'Trzeciak')
  await utimes(fileOf('a'), when, when)
  expect((await stat(fileOf('a'))).mtimeMs).toBe(when.getTime())
  await copyFile(fileOf('b'), fileOf('kopia'))
  await rename(fileOf('b'), fileOf('c'))
  expect(await titles()).toEqual({ a: 'Trzeciak', c: 'Drugi', kopia: 'Drugi' })
  await rm(fileOf('a'))
  expect(await titles()).toEqual({ c: 'Drugi', kopia: 'Drugi' })
})

test.each([
  ['of another release', (text: string) => text.replace('"form":1', '"form":2').replaceAll('Pierwszy', 'Nieprawda')],
  ['cut off', (text: string) => text.slice(0, -20)],
  ['with a changed letter', (text: string) => text.replace('Pierwszy', 'Pierwszx')],
  ['empty', () => ''],
  ['something else', () => '[1, 2]'],
])('a file %s counts for nothing, and is written again (SRC-62)', async (_name, broken) => {
  await titles()
  await written()
  const whole = await readFile(own, 'utf8')
  await writeFile(own, broken(whole))
  expect(await titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  await until(
    () => readFile(own, 'utf8'),
    (text) => text.length === whole.length && text.includes('Pierwszy'),
  )
})

test('a build makes the same file, which a start with a read-only disk reads (SRC-62)', async () => {
  const built = join(folder, 'front-matter.json')
  await writeFile(join(newsroom, 'akademia/home.html'), '---\ntitle: 1\n---\n')
  await writeFrontMatter([newsroom, join(folder, 'nie-ma')], built)
  const index = createFrontMatterIndex({ built }, () => {})
  await index.load()
  const [, text = ''] = (await readFile(fileOf('b'), 'utf8')).split('---\n')
  expect(index.valueOf(text.trimEnd(), () => 'parsed')).toMatchObject({ title: 'Drugi' })
  const failures: unknown[] = []
  const closed = createFrontMatterIndex({ own: '/dev/null/none/front-matter.json' }, (error) => failures.push(error))
  closed.valueOf('a: 1', () => ({ a: 1 }))
  await closed.save()
  expect(failures).toHaveLength(1)
})
