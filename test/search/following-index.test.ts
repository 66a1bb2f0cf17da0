import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryIndex } from '../../src/search/memory/memory-index.ts'
import type { FollowingIndex, IndexedArticle, VersionedArticles } from '../../src/search/search-index.ts'
import { memoryIndexes } from '../../src/search/search-indexes.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { until } from '../support/until.ts'

const COUNT = 600
const articleOf = (n: number): IndexedArticle => ({
  ...{
    id: `/2026/03/artykul-${n}`,
    title: `Tytuł numer ${n}`,
    names: ['Jan Przykładowy'],
    lead: 'Zajawka o kluczach.',
  },
  ...{ text: `Treść o portfelach i słowie${n % 7} oraz giełdzie.`, category: 'edukacja' },
  date: `2026-03-${String(28 - (n % 28)).padStart(2, '0')}T10:00`,
})
/** Notes which texts are read. */
function versioned(articles: readonly IndexedArticle[], onText: (id: string) => void = () => {}): VersionedArticles {
  const versions = new Map(articles.map((article) => [article.id, `${article.title} ${article.text}`]))
  return {
    versions: async () => versions,
    async *read(ids, withTexts = true) {
      for (const article of articles) {
        if (ids && !ids.has(article.id)) continue
        if (withTexts) onText(article.id)
        yield withTexts ? article : { ...article, text: '' }
      }
    },
  }
}
const all = Array.from({ length: COUNT }, (_, n) => articleOf(n))

let folder: string
/** Of one test: what an earlier one has not finished reports to its own. */
let problems: unknown[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'following-'))
  problems = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function opened(program = 'a', file = join(folder, 'akademia.bin')): Promise<FollowingIndex> {
  const own = problems
  return memoryIndexes.follow('pl', { file, program: async () => program, onProblem: (error) => own.push(error) })
}
/** Another process that finds what the first one has left. */
async function readBy(articles: readonly IndexedArticle[], program?: string): Promise<string[]> {
  const texts: string[] = []
  const index = await opened(program)
  index.follow(versioned(articles, (id) => texts.push(id)))
  await index.find('giełda', {}, 0, 10)
  return texts
}
async function prepared(articles: readonly IndexedArticle[] = all): Promise<void> {
  const index = await opened()
  index.follow(versioned(articles))
  await index.prepare()
}
/** A search does not wait for the file. */
const untilKept = (program: string): Promise<string[]> =>
  until(
    () => readBy(all, program),
    ({ length }) => length === 0,
  )
const written = (): Promise<string[]> => readdir(folder)

test('an index that was made in a quiet moment is kept, and the next process reads no text (SEARCH-40)', async () => {
  await prepared()
  expect(await written()).toEqual(['akademia.bin'])
  expect(await readBy(all)).toEqual([])
  expect(problems).toEqual([])
})

test.each([
  ['changed', all.map((one, n) => (n === 5 ? { ...one, text: 'Zupełnie o żyrafie.' } : one)), ['/2026/03/artykul-5']],
  ['new', [{ ...articleOf(9000), text: 'O żyrafie.' }, ...all], ['/2026/03/artykul-9000']],
  ['gone', all.slice(1), []],
])('of a kept index with one article that is %s, that article alone is read', async (_what, articles, read) => {
  await prepared()
  expect(await readBy(articles)).toEqual(read)
  const index = await opened()
  index.follow(versioned(articles))
  const fresh = await createMemoryIndex(articles, await wordsOf('pl'))
  for (const query of ['giełda', 'słowie3 portfel', 'numer 0', 'żyrafa', '"treść o portfelach"', 'klucz']) {
    expect([query, await index.find(query, {}, 0, 1000)]).toEqual([query, await fresh.find(query, {}, 0, 1000)])
    expect(await index.suggest(query, 6)).toEqual(await fresh.suggest(query, 6))
  }
})

test('a running process follows changes, and reads the changed article alone', async () => {
  const index = await opened()
  index.follow(versioned(all))
  expect((await index.find('żyrafa', {}, 0, 10)).ids).toEqual([])
  const texts: string[] = []
  const edited = all.map((one, n) => (n === 7 ? { ...one, title: 'Żyrafa' } : one))
  index.follow(versioned(edited, (id) => texts.push(id)))
  expect((await index.find('żyrafa', {}, 0, 10)).ids).toEqual(['/2026/03/artykul-7'])
  expect(texts).toEqual(['/2026/03/artykul-7'])
})

test('what another program has made is made again', async () => {
  await prepared()
  expect(await readBy(all, 'b')).toHaveLength(COUNT)
  await untilKept('b')
})

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['damaged', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -9), Buffer.from('x'), bytes.subarray(-8)])],
  ['something else', () => Buffer.from('nothing')],
  ['empty', () => Buffer.alloc(0)],
])('a file that is %s is reported, and replaced', async (_what, broken) => {
  await prepared()
  const file = join(folder, 'akademia.bin')
  await writeFile(file, broken(await readFile(file)))
  expect(await readBy(all)).toHaveLength(COUNT)
  expect(problems).toHaveLength(1)
  await untilKept('a')
})

test('where nothing can be kept, searches work, and nothing is made in advance', async () => {
  await writeFile(join(folder, 'file'), '')
  const index = await opened('a', join(folder, 'file/akademia.bin'))
  const texts: string[] = []
  index.follow(versioned(all, (id) => texts.push(id)))
  await index.prepare()
  expect(texts).toEqual([])
  expect((await index.find('giełda', {}, 0, 10)).total).toBe(COUNT)
  expect(await written()).toEqual(['file'])
})

test('one of several processes makes the index, and a killed one stops nobody for long', async () => {
  const mark = join(folder, 'akademia.bin.making')
  await writeFile(mark, '')
  await prepared()
  expect(await written()).toEqual(['akademia.bin.making'])
  const index = await opened()
  index.follow(versioned(all))
  expect((await index.find('giełda', {}, 0, 10)).total).toBe(COUNT)
})

test('titles are found before all texts are read, and the results say so', async () => {
  let goOn = (): void => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const articles = versioned(all)
  const slow: VersionedArticles = {
    ...articles,
    async *read(ids, withTexts = true) {
      if (withTexts) await waiting
      yield* articles.read(ids, withTexts)
    },
  }
  const index = await opened()
  index.follow(slow)
  const early = await index.find('tytuł numer 5', {}, 0, 1)
  expect([early.ids, early.isPartial]).toEqual([['/2026/03/artykul-5'], true])
  expect((await index.find('giełda', {}, 0, 10)).total).toBe(0)
  goOn()
  const late = await index.find('giełda', {}, 0, 10)
  expect([late.total, late.isPartial]).toEqual([COUNT, undefined])
})

test('an article that cannot be read leaves the last index to the searches', async () => {
  const index = await opened()
  index.follow(versioned(all))
  await index.find('giełda', {}, 0, 10)
  const broken: VersionedArticles = {
    versions: async () => new Map([['/2026/03/x', '1']]),
    // biome-ignore lint/correctness/useYield: it fails
    async *read() {
      throw new Error('unreadable')
    },
  }
  index.follow(broken)
  const { total, isPartial } = await index.find('giełda', {}, 0, 10)
  expect([total, isPartial]).toEqual([COUNT, true])
})
