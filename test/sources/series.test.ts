import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { hubSeries } from '../../src/sources/hub/series.ts'
import { elapsed } from '../../src/system/clock.ts'
import { services } from '../content/world.ts'
import { SERVICE_NAMES } from '../support/customer-site.ts'

const { akademia } = services

interface Json {
  name: string
  lead: string
  type: string
  posts: Array<{ ID: string }>
  series: string[]
}

describe('series.yaml of the newsroom', () => {
  let folder: string
  let problems: string[]
  let passed: number
  let source: ReturnType<typeof createEmbeddedSource>

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
    passed += 5000
  }
  const writeArticle = (slug: string, date: string, more = '') =>
    write(
      `akademia/articles/${slug}.html`,
      `---\ntitle: ${slug}\nlead: Lead.\ndate: ${date}\nauthor: jan\ncategory: edukacja\ntags: []\n${more}---\n<p>A</p>`,
    )
  const list = async (slug: string, page = 0) =>
    (await source.archive(akademia, 'series', slug, page)).json as Json | undefined
  const directory = async () => (await source.directory?.(akademia, 'series', 1))?.entries

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
    problems = []
    passed = 0
    source = createEmbeddedSource(
      folder,
      SERVICE_NAMES,
      (error) => problems.push(String(error)),
      () => elapsed() + passed,
    )
    await writeArticle('druga', '2026-03-02T10:00')
    await writeArticle('pierwsza', '2026-03-09T10:00')
    await writeArticle('szkic', '2026-03-03T10:00', 'draft: true\n')
    await write(
      'akademia/series.yaml',
      '- { slug: kurs, title: Kurs, lead: "O <b>kursie</b>", parts: [pierwsza, szkic, druga] }\n- { slug: pusta, title: Pusta, parts: [szkic] }\n',
    )
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('has its published parts in the order of the file, on one page (SERIES-1, SERIES-2)', async () => {
    expect(await list('kurs')).toMatchObject({ type: 'series', name: 'Kurs', lead: 'O <b>kursie</b>' })
    expect((await list('kurs'))?.posts.map(({ ID }) => ID)).toEqual(['pierwsza', 'druga'])
    expect(await list('kurs', 2)).toBeUndefined()
    expect(problems).toEqual([])
  })

  test('a series without published parts does not exist, and is in no map (SERIES-2, SERIES-9)', async () => {
    expect(await list('pusta')).toBeUndefined()
    expect(await list('inna')).toBeUndefined()
    expect(await directory()).toEqual([{ path: '/seria/kurs' }])
  })

  test('an article names its series (SERIES-6)', async () => {
    expect((await source.article(akademia, '/2026/03/druga')).json).toMatchObject({ series: ['kurs'] })
  })

  test('a change of the file is reported as one of everything (SERIES-7)', async () => {
    await source.archive(akademia, 'series', 'kurs', 0)
    const changes: boolean[] = []
    const stop = source.watch(
      () => 60_000,
      (service, { isPartial }) => changes.push(service === 'akademia' && isPartial),
      fail,
    )
    await write('akademia/series.yaml', '- { slug: kurs, title: Kurs, parts: [druga] }\n')
    await list('kurs')
    stop()
    expect(changes).toEqual([true])
  })

  test.each([
    [
      '- { slug: kurs, title: K, parts: [druga, nie-ma] }',
      'field "0.parts.1" names no article of the service: "nie-ma"',
    ],
    [
      '- { slug: k, title: K, parts: [druga] }\n- { slug: k, title: L, parts: [druga] }',
      'field "1.slug" names a second "k"',
    ],
    ['- { slug: k, title: K, parts: [druga, druga] }', 'field "0.parts.1" names "druga" a second time'],
    ['- { slug: k, title: K, parts: [] }', 'field "0.parts"'],
    [`- { slug: k, title: K, parts: [${Array.from({ length: 101 }, (_, n) => `a${n}`)}] }`, 'field "0.parts"'],
    ['series: nope', 'akademia/series.yaml: field ""'],
  ])('%s is reported with file and field (SERIES-1)', async (text, problem) => {
    await list('kurs')
    await write('akademia/series.yaml', text)
    const kept = await list('kurs')
    expect(problems.join('\n')).toContain('akademia/series.yaml')
    expect(problems.join('\n')).toContain(problem)
    // A broken file keeps its previous content.
    expect(kept?.posts).toHaveLength(text.includes('nie-ma') ? 1 : 2)
  })
})

function fail(error: unknown): void {
  throw error
}

describe('series of a hub (SERIES-5)', () => {
  const total = 30
  /** Newest first, twelve a page, as the hub lists a tag. */
  const pages = (pagesRead: number[]) => async (page: number) => {
    pagesRead.push(page)
    const from = Math.max(0, page - 1) * 12
    const posts = Array.from({ length: Math.min(12, total - from) }, (_, index) => ({ ID: total - from - index }))
    const blocks = [{ blockContent: { posts } }]
    return { name: 'Tag', sumOfPosts: total, postPerPage: 12, ...(page === 0 ? { posts: [], blocks } : { posts }) }
  }
  const settings = { tags: [{ tag: 'sledztwo', title: 'Śledztwo', lead: 'Lead' }] }

  test('is the tag’s articles, oldest first', async () => {
    const pagesRead: number[] = []
    const series = (await hubSeries('sledztwo', settings, pages(pagesRead))) as Json
    expect(series).toMatchObject({ type: 'series', name: 'Śledztwo', lead: 'Lead' })
    expect(series.posts.map(({ ID }) => Number(ID))).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    expect(pagesRead.sort()).toEqual([0, 2, 3])
  })

  test('no other tag is one, and none is read', async () => {
    const pagesRead: number[] = []
    expect(await hubSeries('inny', settings, pages(pagesRead))).toBeUndefined()
    expect(await hubSeries('sledztwo', undefined, pages(pagesRead))).toBeUndefined()
    expect(pagesRead).toEqual([])
  })

  test.each([null, [], { errors: { statusCode: 404 } }, { name: 'T', sumOfPosts: 'x', postPerPage: -1 }])(
    '%j is no series',
    async (json) => {
      expect(await hubSeries('sledztwo', settings, async () => json)).toBeUndefined()
    },
  )

  test('however large a count is, a series takes a few calls', async () => {
    let calls = 0
    await hubSeries('sledztwo', settings, async () => {
      calls += 1
      return { name: 'T', posts: [{ ID: 1 }], sumOfPosts: 1e9, postPerPage: 1 }
    })
    expect(calls).toBeLessThanOrEqual(13)
  })
})
