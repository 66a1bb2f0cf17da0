import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { until } from '../support/until.ts'

const COUNT = 3000
/** Characters of a text, of two bytes each: 48 MB in all. */
const LENGTH = 8000
const MB = 1024 ** 2
/** Most of what the texts themselves take in memory (COST-86), and of what an article's fields and paths take. */
const [TEXTS, AN_ARTICLE] = [8 * MB, 4000]

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

let folder: string
const problems: unknown[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-'))
  for (const name of ['newsroom', 'small']) await mkdir(join(folder, name, 'akademia/articles'), { recursive: true })
  const front = (n: number): string =>
    `---\ntitle: Tytuł artykułu numer ${n}\nlead: ${'Zajawka łączna. '.repeat(12)}\ndate: 2026-03-01T10:00\nauthor: jan\ncategory: edukacja\ntags: [klucze, portfele]\n---\n`
  const paragraph = 'Łódź i źdźbło, akapit jak każdy inny. '.repeat(LENGTH / 38)
  for (let n = 0; n < COUNT; n += 1) {
    const [end, body] =
      n % 2 === 0 ? ['md', paragraph] : ['html', `<!-- wp:paragraph -->\n<p>${paragraph}</p>\n<!-- /wp:paragraph -->`]
    for (const name of n < 10 ? ['newsroom', 'small'] : ['newsroom'])
      await writeFile(join(folder, name, `akademia/articles/artykul-${n}.${end}`), `${front(n)}${body}\n`)
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads a newsroom, and behind its start what an index stood for. */
async function opened(name: string, index: string): Promise<ReturnType<typeof createEmbeddedSource>> {
  let now = 0
  const source = createEmbeddedSource(
    join(folder, name),
    ['akademia'],
    (error) => problems.push(error),
    () => now,
    { newsroomIndex: { own: join(folder, index) } },
  )
  await source.prepare()
  now += 10_000
  await source.prepare()
  return source
}

test.each(['that has read them', 'that has an index of them'])(
  'a process %s holds few of the texts of a large newsroom (COST-86)',
  async () => {
    // The parsers are loaded once.
    await opened('small', 'small.jsonl')
    const before = heap()
    const source = await opened('newsroom', 'index.jsonl')
    const limit = TEXTS + COUNT * AN_ARTICLE
    const taken = await until(
      () => heap() - before,
      (bytes) => bytes < limit,
    )
    console.info(
      `${COUNT} articles with ${Math.round((COUNT * LENGTH * 2) / MB)} MB of texts: ${(taken / MB).toFixed(1)} MB`,
    )
    expect(problems).toEqual([])
    // The source is in use until here.
    expect(source.revision?.()).toBeDefined()
  },
)
