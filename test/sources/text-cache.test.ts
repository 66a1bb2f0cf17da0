import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildCatalogue,
  type Catalogue,
  type CatalogueArticle,
  indexedArticles,
} from '../../src/sources/embedded/catalogue.ts'
import { changesBetween } from '../../src/sources/embedded/changes.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { createNewsroomIndex } from '../../src/sources/embedded/newsroom-index.ts'
import { createTextCache } from '../../src/sources/embedded/text-cache.ts'

/** A newsroom of any size takes a bounded memory for its texts (COST-86). */

const BYTES = 40_000
/** Characters of a text; two bytes each. */
const LENGTH = 2000
const COUNT = 50

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'))
  await mkdir(join(folder, 'akademia/articles'), { recursive: true })
  for (let n = 0; n < COUNT; n += 1) await write(n, 'Tekst')
})
afterEach(() => rm(folder, { recursive: true }))

async function write(n: number, words: string): Promise<void> {
  const markdown = n % 2 === 0
  const front = `---\ntitle: Tytuł ${n}\nlead: Zajawka.\ndate: 2026-03-01T10:00\ncategory: edukacja\n---\n`
  const file = join(folder, `akademia/articles/${n}.${markdown ? 'md' : 'html'}`)
  await writeFile(file, `${front}${words} ${n} ${'ł'.repeat(LENGTH)}\n`)
  await utimes(file, 1_780_000_000, 1_780_000_000)
}

test('what was used longest ago makes room, and what is used stays', () => {
  const texts = createTextCache(100)
  const [a, b, c] = [{}, {}, {}]
  texts.set(a, 'a'.repeat(20))
  texts.set(b, 'b'.repeat(20))
  expect([10, 11].map((length) => texts.hasRoomFor(length))).toEqual([true, false])
  expect(texts.get(a)).toHaveLength(20)
  texts.set(c, 'c'.repeat(20))
  expect([texts.has(a), texts.has(b), texts.has(c)]).toEqual([true, false, true])
  // One that is larger than all memory is not kept.
  texts.set({}, 'd'.repeat(60))
  expect([texts.has(a), texts.has(c), texts.hasRoomFor(50)]).toEqual([false, false, true])
})

test('texts and bodies of all articles are there, and few of them in memory', async () => {
  const read = createFolder(folder, undefined, createTextCache(BYTES))
  const { files } = await read.read()
  const catalogue = await buildCatalogue(files, ['akademia'], undefined, (error) => {
    throw error
  })
  const articles = catalogue.services.get('akademia')?.articles ?? []
  expect(articles).toHaveLength(COUNT)
  for (const { body, slug } of articles) expect(body).toContain(`Tekst ${slug} `)
  // A read of the disk does not count as a change.
  expect(read.isOutdated).toBe(false)
  const inMemory = files.filter(({ isUnread }) => !isUnread).length
  expect(inMemory).toBeLessThanOrEqual(BYTES / LENGTH / 2)
})

test('reading behind a start fills the memory and evicts nothing, and still finds what has changed', async () => {
  const own = join(folder, 'index.jsonl')
  const problems: unknown[] = []
  const index = (): ReturnType<typeof createNewsroomIndex> =>
    createNewsroomIndex({ own }, (error) => problems.push(error))
  const writing = index()
  const first = await createFolder(folder, writing).read()
  await buildCatalogue(first.files, ['akademia'], undefined, (error) => problems.push(error))
  await writing.save(indexedArticles(first.files), [])
  // The same length and date: only its words say that it is another one.
  await write(49, 'Wyraz')
  const read = createFolder(folder, index(), createTextCache(BYTES))
  const { files } = await read.read()
  expect(files.every(({ indexed }) => indexed !== undefined)).toBe(true)
  for (const file of files) file.check?.(true)
  const inMemory = files.filter(({ isUnread }) => !isUnread)
  expect(inMemory[0]).toBe(files[0])
  expect(inMemory.length).toBeLessThanOrEqual(BYTES / LENGTH / 2)
  expect(read.isOutdated).toBe(true)
  // Of a newsroom that memory has no room for as a whole, nothing is kept for nobody.
  const large = createFolder(folder, index(), createTextCache(BYTES))
  const { files: unread } = await large.read()
  for (const file of unread) file.check?.(false)
  expect([unread.filter((file) => !file.isUnread), large.isOutdated]).toEqual([[], true])
  expect(problems).toEqual([])
})

test('an article whose file broke keeps its text, however many others are read then (COST-86)', async () => {
  const read = createFolder(folder, undefined, createTextCache(BYTES))
  const problems: unknown[] = []
  const catalogueOf = async (previous?: Catalogue): Promise<Catalogue> => {
    const { files } = await read.read()
    return buildCatalogue(files, ['akademia'], previous, (error) => problems.push(error))
  }
  const articleIn = (catalogue: Catalogue, slug: string): CatalogueArticle | undefined =>
    catalogue.services.get('akademia')?.byPath.get(`/2026/03/${slug}`)
  const readOthers = (catalogue: Catalogue): void => {
    for (const { body, slug } of catalogue.services.get('akademia')?.articles ?? [])
      if (slug !== '6' && slug !== '7') expect(body).toContain(`Tekst ${slug} `)
  }
  let catalogue = await catalogueOf()
  for (const slug of ['6', '7']) expect(articleIn(catalogue, slug)?.body).toContain(`Tekst ${slug} `)
  for (const name of ['6.md', '7.html'])
    await writeFile(
      join(folder, 'akademia/articles', name),
      '---\ntitle: Tytuł\ndate: [oops\n---\nNie dla czytelników.\n',
    )
  for (let scans = 0; scans < 3; scans += 1) {
    catalogue = await catalogueOf(catalogue)
    readOthers(catalogue)
    for (const slug of ['6', '7']) expect(articleIn(catalogue, slug)?.body).toContain(`Tekst ${slug} `)
    expect(read.isOutdated).toBe(false)
  }
  expect(problems.map(String)).toEqual(
    expect.arrayContaining([expect.stringContaining('6.md'), expect.stringContaining('7.html')]),
  )
})

test('two processes give a change one stamp, whichever of its texts they have read, and the next change another (PURGE-12)', async () => {
  const started = async (slug: string) => {
    const read = createFolder(folder, undefined, createTextCache(BYTES))
    let catalogue: Catalogue | undefined
    const scan = async (): Promise<string | undefined> => {
      const { files } = await read.read()
      const before = catalogue
      catalogue = await buildCatalogue(files, ['akademia'], before, (error) => {
        throw error
      })
      return before && changesBetween(before, catalogue).get('akademia')?.stamp
    }
    await scan()
    const articles = catalogue?.services.get('akademia')?.articles
    for (const one of [...(articles ?? []), ...(articles ?? []).filter((article) => article.slug === slug)])
      void one.body
    return scan
  }
  const [one, other] = [await started('10'), await started('12')]
  const stamps: Array<string | undefined> = []
  for (const words of ['Inny tekst', 'Trzeci']) {
    await write(10, words)
    stamps.push(await one(), await other())
  }
  expect(stamps).toEqual([expect.any(String), stamps[0], expect.any(String), stamps[2]])
  expect(stamps[2]).not.toBe(stamps[0])
})
