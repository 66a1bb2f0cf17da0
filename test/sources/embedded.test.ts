import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ListKind } from '../../src/services/list-kind.ts'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import type { ContentSource } from '../../src/sources/source.ts'
import { elapsed } from '../../src/system/clock.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'

const { akademia, post } = createServices()
/** Longer than the source trusts its last scan of the folder. Milliseconds. */
const A_WHILE = 3000

interface CardJson {
  title: string
  relative_link: string
  lead?: string
}
interface ResponseJson {
  title: string
  lead: string
  posts: CardJson[]
  sumOfPosts: number
  postPerPage: number
  blocks: Array<{ blockName: string; blockContent?: { posts: CardJson[] } }>
  next_posts_for_this_post: string[]
}

let root: string
let folder: string
let source: ContentSource
let problems: string[]
let passed: number

const pass = (milliseconds: number) => {
  passed += milliseconds
}

/** Writes a file of the newsroom; the source scans the folder at the next call. */
async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  pass(A_WHILE)
}

interface ArticleFields {
  title?: string
  lead?: string
  date?: string
  category?: string
  tags?: string
  author?: string
  more?: string
  body?: string
}

function articleText(fields: ArticleFields = {}): string {
  const { title = 'Tytuł', lead = 'Zajawka.', date = '2026-03-03T10:00', category = 'edukacja' } = fields
  return `---
title: "${title}"
lead: "${lead}"
date: ${date}
author: ${fields.author ?? 'jan-przykladowy'}
category: ${category}
tags: [${fields.tags ?? ''}]
${fields.more ?? ''}
---
<!-- wp:paragraph -->
<p>${fields.body ?? 'Akapit.'}</p>
<!-- /wp:paragraph -->
`
}

const writeArticle = (slug: string, fields?: ArticleFields) =>
  write(`akademia/articles/${slug}.html`, articleText(fields))
const writeHome = (body: string) =>
  write('akademia/home.html', `---\nid: 5257367\nslug: strona-glowna\ntitle: Akademia\n---\n${body}\n`)

/** The JSON of the source; undefined when the content does not exist. */
const json = async (response: Promise<{ json: unknown }>) => (await response).json as ResponseJson | undefined
const article = (path: string, service = akademia) => json(source.article(service, path))
const archive = (kind: ListKind, slug: string, page = 0) => json(source.archive(akademia, kind, slug, page))
const titles = (response: ResponseJson | undefined) => response?.posts.map(({ title }) => title)
const find = async (query: string, page = 1) => titles(await json(source.search(akademia, query, page)))
const homeTitles = async () =>
  (await json(source.home(akademia)))?.blocks.map(({ blockContent }) => blockContent?.posts.map(({ title }) => title))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'newsroom-'))
  folder = join(root, 'newsroom')
  problems = []
  passed = 0
  source = createEmbeddedSource(
    folder,
    SERVICE_NAMES,
    (error) => problems.push(String(error)),
    () => elapsed() + passed,
  )
  await write('authors/jan-przykladowy.yaml', 'name: Jan Przykładowy\ndescription: Pisze.\nsince: 2024-01-02\n')
  await write(
    'akademia/terms.yaml',
    'categories: [{ slug: edukacja, name: Edukacja, heading: Edukacja od podstaw }]\ntags: [{ slug: bitcoin, name: Bitcoin }]\n',
  )
})
afterEach(async () => {
  await rm(root, { recursive: true })
})

describe('corrections (CORR-2, CORR-3)', () => {
  const more = [
    'updated: 2026-03-04T08:00',
    'corrections:',
    '  - { date: 2026-03-05T09:30, text: "Było <zło> & inne.", place: top }',
    '  - { date: 2026-03-04T12:00, text: Drugie. }',
  ].join('\n')

  test('stand above and below the text and revise the article', async () => {
    await writeArticle('poprawiony', { more })
    const corrected = await article('/2026/03/poprawiony')
    const block = (date: string, innerHTML: string) => ({ blockType: 'correction', attrs: { date }, innerHTML })
    expect(corrected).toMatchObject({ post_generated_date: '2026-03-05T09:30' })
    expect(corrected?.blocks.filter(({ blockName }) => blockName)).toMatchObject([
      block('2026-03-05T09:30', '<p>Było &lt;zło&gt; &amp; inne.</p>'),
      { blockName: 'core/paragraph' },
      block('2026-03-04T12:00', '<p>Drugie.</p>'),
    ])
    expect((await archive('category', 'edukacja'))?.posts).toMatchObject([{ post_generated_date: '2026-03-05T09:30' }])
  })

  test('of another form are a mistake with their field', async () => {
    await writeArticle('zly', { more: 'corrections: [{ date: 2026-03-05T09:30, text: a, place: middle }]' })
    await article('/2026/03/zly')
    expect(problems.join()).toContain('field "corrections.0.place"')
  })
})

test('SRC-6: cards of articles come as in lists, without pages, drafts and what is not there', async () => {
  await writeArticle('pierwszy', { title: 'Pierwszy' })
  await writeArticle('szkic', { more: 'draft: true' })
  await write('pages/regulamin.html', '---\ntitle: Regulamin\n---\n<p>Tekst.</p>\n')
  const paths = ['/2026/03/szkic', '/2026/03/pierwszy', '/regulamin', '/2026/03/nie-ma']
  const { card } = source
  const cards = await Promise.all(
    paths.map((path) => json(card?.(akademia, path) ?? Promise.reject(new Error('no cards')))),
  )
  expect(cards.flatMap((one) => one?.posts)).toEqual((await archive('category', 'edukacja'))?.posts)
  expect(cards.map(titles)).toEqual([[], ['Pierwszy'], [], []])
})

describe('what is in maps (MAP-16)', () => {
  test('stands in the order of its oldest article, so that a new one moves nothing', async () => {
    const listed = async () =>
      Promise.all(
        (['category', 'tag', 'author'] as const).map(async (kind) =>
          (await source.directory?.(akademia, kind, 1))?.entries.map(({ path }) => path),
        ),
      )
    await writeArticle('nowszy', {
      date: '2026-03-04T10:00',
      category: 'z-nowa',
      tags: 'z-nowy, bitcoin',
      author: 'z-ona',
    })
    await writeArticle('starszy', { date: '2026-03-02T10:00', category: 'edukacja', tags: 'm-stary' })
    const before = await listed()
    expect(before.map((paths) => paths?.map((path) => path.split('/')[2]))).toEqual([
      ['edukacja', 'z-nowa'],
      ['m-stary', 'z-nowy', 'bitcoin'],
      ['jan-przykladowy', 'z-ona'],
    ])
    await writeArticle('najnowszy', { date: '2026-03-05T10:00', category: 'a', tags: 'a', author: 'a' })
    const after = await listed()
    expect(after.map((paths, at) => paths?.slice(0, before[at]?.length))).toEqual(before)
    expect(after.map((paths) => paths?.at(-1)?.split('/')[2])).toEqual(['a', 'a', 'a'])
  })
})

describe('a draft (SRC-28)', () => {
  const draft = { title: 'Niejawny portfel', more: 'draft: true', tags: 'bitcoin', body: 'Treść niejawna.' }
  const read = async (id: string, service = akademia) =>
    json(source.draft?.(service, id) ?? Promise.reject(new Error()))

  test('is nowhere but behind its id', async () => {
    await writeArticle('jawny', { title: 'Jawny' })
    await writeArticle('szkic', draft)
    await write('pages/plan.html', articleText({ title: 'Plan', more: 'draft: true' }))
    await writeHome('<!-- wp:acf/list-posts {"posts":{"slugs":["szkic","jawny"]}} /-->')
    expect(await article('/2026/03/szkic')).toBeUndefined()
    expect(await article('/plan')).toBeUndefined()
    for (const [kind, slug] of [
      ['category', 'edukacja'],
      ['category', 'najnowsze'],
      ['author', 'jan-przykladowy'],
    ] as const)
      expect(titles(await archive(kind, slug))).toEqual(['Jawny'])
    expect(titles(await archive('tag', 'bitcoin'))).toEqual([])
    expect(await find('niejawny')).toEqual([])
    expect(await homeTitles()).toEqual([['Jawny']])
    expect((await article('/2026/03/jawny'))?.next_posts_for_this_post).toEqual([])
    expect(await read('szkic')).toMatchObject({ title: 'Niejawny portfel', nrm_meta_noindex: true, headline: '' })
    expect(await read('plan')).toMatchObject({ title: 'Plan' })
    expect(await read('szkic', post)).toBeUndefined()
    expect(await read('jawny')).toMatchObject({ title: 'Jawny', nrm_meta_noindex: true })
  })

  test('is published by its front matter, and stays as it was while its file is broken', async () => {
    await writeArticle('szkic', draft)
    expect(await read('szkic')).toMatchObject({ title: 'Niejawny portfel' })
    await write('akademia/articles/szkic.html', 'bez metryki')
    expect(await read('szkic')).toMatchObject({ title: 'Niejawny portfel' })
    expect(await article('/2026/03/szkic')).toBeUndefined()
    await writeArticle('szkic', { ...draft, more: 'draft: false' })
    expect(await article('/2026/03/szkic')).toMatchObject({ title: 'Niejawny portfel', headline: '' })
  })

  test('is among the articles in development, marked as a draft', async () => {
    await writeArticle('szkic', draft)
    const onError = (error: unknown) => problems.push(String(error))
    const inDevelopment = createEmbeddedSource(folder, SERVICE_NAMES, onError, elapsed, { showsDrafts: true })
    const shown = await json(inDevelopment.article(akademia, '/2026/03/szkic'))
    expect(shown).toMatchObject({ title: 'Niejawny portfel', headline: 'Szkic', nrm_meta_noindex: true })
    expect(titles(await json(inDevelopment.archive(akademia, 'tag', 'bitcoin', 0)))).toEqual(['Niejawny portfel'])
  })
})

describe('files', () => {
  test('an article has the path of its year, month and slug, in its own service only (PAGE-3)', async () => {
    await writeArticle('pierwszy', { title: 'Pierwszy', date: '2026-03-03T10:00' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Pierwszy', relative_link: '/2026/03/pierwszy' })
    expect(await article('/2026/04/pierwszy')).toBeUndefined()
    expect(await article('/2026/03/pierwszy', post)).toBeUndefined()
  })

  test('a lead of the text’s own first words does not stand above it, and is on cards and in the description (SRC-48)', async () => {
    const body = 'Pierwsze słowa tekstu.</p><figure><figcaption>Podpis</figcaption></figure><p>Dalsze słowa i reszta.'
    await writeArticle('wlasne', { lead: 'Pierwsze słowa tekstu. Dalsze słowa…', body })
    await writeArticle('inne', { lead: 'Słowa redakcji.', body })
    expect(await article('/2026/03/wlasne')).toMatchObject({
      lead: '',
      seo: { meta: [{ content: 'Pierwsze słowa tekstu. Dalsze słowa…' }] },
    })
    expect(await article('/2026/03/inne')).toMatchObject({ lead: 'Słowa redakcji.' })
    const leads = (await archive('category', 'edukacja'))?.posts.map(({ lead }) => lead)
    expect(leads?.sort()).toEqual(['Pierwsze słowa tekstu. Dalsze słowa…', 'Słowa redakcji.'])
  })

  test('a page has the path of its slug, in every service (PAGE-3)', async () => {
    await write('pages/o-nas.html', articleText({ title: 'O nas' }))
    expect(await article('/o-nas')).toMatchObject({ title: 'O nas' })
    expect(await article('/o-nas', post)).toMatchObject({ title: 'O nas' })
  })

  test('a changed file changes the response, a new one appears, a deleted one disappears (RUN-8)', async () => {
    await writeArticle('pierwszy', { title: 'Przedtem' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Przedtem' })
    await writeArticle('pierwszy', { title: 'Potem!!!' })
    await writeArticle('drugi', { title: 'Drugi' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Potem!!!' })
    expect(await article('/2026/03/drugi')).toMatchObject({ title: 'Drugi' })
    await rm(join(folder, 'akademia/articles/pierwszy.html'))
    pass(A_WHILE)
    expect(await article('/2026/03/pierwszy')).toBeUndefined()
  })

  test('search and lists follow a changed file', async () => {
    await writeArticle('pierwszy', { title: 'Giełda' })
    expect(await find('giełda')).toEqual(['Giełda'])
    await writeArticle('pierwszy', { title: 'Portfel', tags: 'bitcoin' })
    expect(await find('giełda')).toEqual([])
    expect(titles(await archive('tag', 'bitcoin'))).toEqual(['Portfel'])
  })

  test('a folder that is temporarily unreadable changes no response, and the problem is reported', async () => {
    await writeArticle('pierwszy', { title: 'Pierwszy' })
    await article('/2026/03/pierwszy')
    await rename(folder, `${folder}-away`)
    pass(A_WHILE)
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Pierwszy' })
    expect(problems).toEqual([expect.stringContaining('ENOENT')])
    await rename(`${folder}-away`, folder)
    await writeArticle('pierwszy', { title: 'Wrócił' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Wrócił' })
  })

  test('a folder that never existed is a failure', async () => {
    const nowhere = createEmbeddedSource(join(root, 'nowhere'), SERVICE_NAMES, () => {})
    await expect(nowhere.prepare()).rejects.toThrow('nowhere')
  })
})

describe('an invalid file', () => {
  test.each([
    ['no date', articleText().replace(/^date:.*\n/m, ''), 'no date: write "date: '],
    ['an empty title', articleText({ title: '' }), 'no title: write "title: '],
    ['a date that could be two', articleText({ date: '03/04/2026' }), ':4: field "date"'],
    ['a date that does not exist', articleText({ date: '2026-02-30T10:00' }), 'field "date"'],
    ['broken YAML', articleText({ more: 'image: {' }), 'pierwszy.html'],
    ['no front matter at all', '<p>Sam tekst</p>', 'front matter'],
  ])(
    'with %s is reported by file and field, and the article keeps its last good version',
    async (_name, text, field) => {
      await writeArticle('pierwszy', { title: 'Dobry' })
      await article('/2026/03/pierwszy')
      await write('akademia/articles/pierwszy.html', text)
      expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Dobry' })
      expect(problems.length).toBe(1)
      expect(problems[0]).toContain('akademia/articles/pierwszy.html')
      expect(problems[0]).toContain(field)
    },
  )

  test.each([
    ['an unknown field', 'autor: ktoś', ':8: field "autor" is unknown, and says nothing: did you mean "author"?'],
    ['a wrong shape in a nested field', 'corrections: [{ date: kiedyś, text: a }]', ':8: field "corrections.0.date"'],
    ['a promo link that is a script', 'promo: "javascript:alert(1)"', ':8: field "promo"'],
    ['an image without its description', 'image: /2026/03/a.webp', ':8: field "image" has no "alt"'],
  ])('with %s shows the rest, with a remark of file, line and field (SRC-70)', async (_name, more, remark) => {
    await writeArticle('pierwszy', { title: 'Dobry', more })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Dobry', nrm_promo_post: '' })
    expect(problems).toEqual([expect.stringContaining(`akademia/articles/pierwszy.html${remark}`)])
  })

  test('that was never valid is missing alone', async () => {
    await writeArticle('zly', { date: 'kiedyś' })
    await writeArticle('dobry', { title: 'Dobry' })
    expect(titles(await archive('category', 'edukacja'))).toEqual(['Dobry'])
    expect(problems.length).toBe(1)
  })

  test('keeps its last good version through changes of other files, until it is fixed (RUN-8)', async () => {
    await writeArticle('pierwszy', { title: 'Dobry' })
    await article('/2026/03/pierwszy')
    await writeArticle('pierwszy', { date: 'kiedyś' })
    await article('/2026/03/pierwszy')
    await writeArticle('drugi', { title: 'Drugi' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Dobry' })
    await writeArticle('pierwszy', { title: 'Naprawiony' })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Naprawiony' })
  })

  test.each([
    ['authors/jan-przykladowy.yaml', 'name: [', 'authors/jan-przykladowy.yaml'],
    ['akademia/terms.yaml', 'categories: edukacja\ntags: []\n', 'field "categories"'],
    ['pages/o-nas.html', articleText({ date: 'kiedyś' }), 'field "date"'],
    ['akademia/home.html', '---\nid: pięć\nslug: s\ntitle: T\n---\n', 'field "id"'],
  ])('%s keeps its last good version too', async (path, text, field) => {
    await write('pages/o-nas.html', articleText({ title: 'O nas' }))
    await writeHome('<!-- wp:acf/section-title {"fields":{"header":"Dział"}} /-->')
    const everything = async () => [
      await article('/o-nas'),
      await json(source.home(akademia)),
      await archive('category', 'edukacja'),
      await archive('author', 'jan-przykladowy'),
    ]
    const before = await everything()
    await write(path, text)
    expect(await everything()).toEqual(before)
    expect(problems.length).toBe(1)
    expect(problems[0]).toContain(path)
    expect(problems[0]).toContain(field)
  })

  test('may be a home page whose query for articles is malformed', async () => {
    await writeArticle('pierwszy', { title: 'Pierwszy' })
    await writeHome('<!-- wp:acf/list-posts {"posts":{"limit":1}} /-->')
    expect(await homeTitles()).toEqual([['Pierwszy']])
    await writeHome('<!-- wp:acf/list-posts {"posts":{"limit":"dużo"}} /-->')
    expect(await homeTitles()).toEqual([['Pierwszy']])
    expect(problems).toEqual([expect.stringMatching(/akademia\/home\.html.*limit/)])
  })
})

describe('a home page that nobody wrote (SRC-53)', () => {
  test('has the newest articles and the largest categories, each article once', async () => {
    const days = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(2, '0'))
    for (const day of days) {
      const category = Number(day) <= 5 ? 'inwestycje' : 'edukacja'
      await writeArticle(`a${day}`, { title: day, date: `2026-03-${day}T10:00`, category })
    }
    const shown = await homeTitles()
    expect(shown).toEqual([
      ['20', '19', '18', '17'],
      ['16', '15', '14', '13', '12', '11', '10', '09'],
      ['05', '04', '03', '02'],
      ['08', '07', '06'],
    ])
    const { homePageId: _id, ...nameless } = akademia
    expect((await json(source.home(nameless)))?.blocks).toHaveLength(4)
    await writeHome('<!-- wp:acf/list-posts {"posts":{"limit":1}} /-->')
    expect(await homeTitles()).toEqual([['20']])
  })

  test('is none without articles', async () => {
    expect(await json(source.home(akademia))).toBeUndefined()
  })
})

describe('search', () => {
  beforeEach(async () => {
    await writeArticle('zolw', {
      title: 'Żółw na giełdzie',
      lead: 'O powolnym inwestowaniu.',
      date: '2026-03-01T10:00',
    })
    await writeArticle('kable', { title: 'Kable', lead: 'Dno oceanu.', body: 'Światłowód łączy kontynenty.' })
  })

  test.each(['żółw', 'zolw', 'ŻÓŁW', 'żółw giełdzie', 'giel', 'inwestowaniu'])(
    '"%s" finds the article',
    async (query) => {
      expect(await find(query)).toEqual(['Żółw na giełdzie'])
    },
  )

  test('the text of an article counts too, with and without diacritics', async () => {
    expect(await find('światłowód')).toEqual(['Kable'])
    expect(await find('swiatlowod')).toEqual(['Kable'])
  })

  test('an article must contain all words of a query', async () => {
    expect(await find('żółw światłowód')).toEqual([])
  })

  test.each(['', '   ', '***', '"', '<script>', '\\', '%'])('"%s" finds nothing and fails nowhere', async (query) => {
    expect(await find(query)).toEqual([])
  })

  test('results come in pages that do not overlap, and end', async () => {
    for (let n = 10; n < 23; n++) await writeArticle(`token-${n}`, { title: `Token ${n}` })
    const pages = [await find('token', 1), await find('token', 2), await find('token', 3)]
    expect(pages.map((page) => page?.length)).toEqual([10, 3, 0])
    expect(new Set(pages.flat()).size).toBe(13)
  })

  test('a page of results says whether there is a next one (SEARCH-1)', async () => {
    const hasMore = async (page: number) => (await source.search(akademia, 'token', page)).json
    for (let n = 10; n < 20; n++) await writeArticle(`token-${n}`, { title: `Token ${n}` })
    expect([await hasMore(1), await hasMore(2)]).toMatchObject([{ hasMore: false }, { hasMore: false }])
    await writeArticle('token-20', { title: 'Token 20' })
    pass(A_WHILE)
    expect([await hasMore(1), await hasMore(2)]).toMatchObject([{ hasMore: true }, { hasMore: false }])
  })
})

describe('lists', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 14; n++) {
      const day = String(n).padStart(2, '0')
      const category = n === 14 ? 'inwestycje' : 'edukacja'
      await writeArticle(`a-${day}`, {
        title: `Artykuł ${day}`,
        date: `2026-03-${day}T10:00`,
        category,
        tags: 'bitcoin',
      })
    }
  })

  test("the category 'najnowsze' has every article, newest first", async () => {
    const list = await archive('category', 'najnowsze')
    expect(list).toMatchObject({ type: 'category', sumOfPosts: 14, postPerPage: 12 })
    expect(titles(list)?.slice(0, 2)).toEqual(['Artykuł 14', 'Artykuł 13'])
  })

  test('a category has its own articles, under its own name', async () => {
    expect(await archive('category', 'inwestycje')).toMatchObject({ name: 'inwestycje', sumOfPosts: 1 })
    expect(await archive('category', 'edukacja')).toMatchObject({
      name: 'Edukacja',
      titleToHeader: 'Edukacja od podstaw',
      sumOfPosts: 13,
    })
  })

  test('the first page has all its cards in blocks, later pages have lists', async () => {
    const first = await archive('tag', 'bitcoin', 0)
    const inBlocks = first?.blocks.flatMap(({ blockContent }) => blockContent?.posts.map(({ title }) => title))
    expect(inBlocks).toEqual(titles(first))
    const second = await archive('tag', 'bitcoin', 2)
    expect(second?.blocks).toEqual([])
    expect(titles(second)).toEqual(['Artykuł 02', 'Artykuł 01'])
  })

  test('a page beyond the last has no articles, and says how many there are', async () => {
    expect(await archive('tag', 'bitcoin', 9)).toMatchObject({ posts: [], sumOfPosts: 14 })
  })

  test('a known term without articles is a list; an unknown one is missing', async () => {
    await write('akademia/terms.yaml', 'categories: []\ntags: [{ slug: defi, name: DeFi }]\n')
    expect(await archive('tag', 'defi')).toMatchObject({ name: 'DeFi', posts: [] })
    expect(await archive('tag', 'nieznany')).toBeUndefined()
    expect(await archive('category', 'nieznana')).toBeUndefined()
    expect(await archive('tag', 'najnowsze')).toBeUndefined()
  })

  test('an author has a biography and every article of that author', async () => {
    await writeArticle('wspolny', {
      title: 'Wspólny',
      author: '[ewa-druga, jan-przykladowy]',
      date: '2026-04-01T10:00',
    })
    const list = await archive('author', 'jan-przykladowy')
    expect(list).toMatchObject({ author: { name: 'Jan Przykładowy', stats: { posts_count: 15 } }, sumOfPosts: 15 })
    expect(titles(list)?.[0]).toBe('Wspólny')
    expect(await archive('author', 'ewa-druga')).toBeUndefined()
  })

  test.each(['constructor', '__proto__', 'toString'])('the term "%s" is as missing as any other', async (slug) => {
    for (const kind of ['category', 'tag', 'author'] as const) expect(await archive(kind, slug)).toBeUndefined()
  })
})

describe('next articles', () => {
  beforeEach(async () => {
    await writeArticle('stary', { date: '2026-03-01T10:00' })
    await writeArticle('sredni', { date: '2026-03-02T10:00' })
    await writeArticle('nowy', { date: '2026-03-03T10:00' })
    await writeArticle('inny', { date: '2026-03-04T10:00', category: 'inwestycje' })
  })

  test('older ones of the same category come first, then newer ones, then the rest', async () => {
    expect((await article('/2026/03/sredni'))?.next_posts_for_this_post).toEqual([
      '/2026/03/stary',
      '/2026/03/nowy',
      '/2026/03/inny',
    ])
  })

  test("the editor's own choice takes precedence", async () => {
    await writeArticle('sredni', { date: '2026-03-02T10:00', more: 'next: [/2026/03/inny]' })
    expect((await article('/2026/03/sredni'))?.next_posts_for_this_post).toEqual(['/2026/03/inny'])
  })

  test('a draft is none, even where the editor chose it (SRC-28)', async () => {
    await writeArticle('szkic', { date: '2026-03-05T10:00', more: 'draft: true' })
    await writeArticle('sredni', { date: '2026-03-02T10:00', more: 'next: [/2026/03/szkic, /2026/03/inny]' })
    expect((await article('/2026/03/sredni'))?.next_posts_for_this_post).toEqual(['/2026/03/inny'])
  })
})

describe('the home page', () => {
  beforeEach(async () => {
    await writeArticle('a', { title: 'A', date: '2026-03-03T10:00', tags: 'bitcoin' })
    await writeArticle('b', { title: 'B', date: '2026-03-02T10:00', category: 'inwestycje' })
    await writeArticle('c', { title: 'C', date: '2026-03-01T10:00' })
  })

  test('a block shows only articles that no block above it shows', async () => {
    await writeHome(
      '<!-- wp:acf/big-posts {"posts":{"limit":1}} /-->\n<!-- wp:acf/list-posts {"posts":{"limit":9}} /-->',
    )
    expect(await homeTitles()).toEqual([['A'], ['B', 'C']])
  })

  test('a block can select a category, a tag, named articles or the newest', async () => {
    const ask = (query: object) => `<!-- wp:acf/list-posts ${JSON.stringify({ posts: query })} /-->`
    for (const [query, expected] of [
      [{ category: 'inwestycje' }, ['B']],
      [{ tag: 'bitcoin' }, ['A']],
      [{ slugs: ['c', 'a'] }, ['C', 'A']],
      [{ category: 'najnowsze' }, ['A', 'B', 'C']],
    ] as const) {
      await writeHome(ask(query))
      expect(await homeTitles()).toEqual([expected])
    }
  })

  test('a service without a home file has no home page', async () => {
    expect(await json(source.home(post))).toBeUndefined()
  })
})

describe('a hostile newsroom', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1`).join('\n')

  test.each([
    ['front matter of 50,000 keys', articleText({ more: keys(50_000) }), 'front matter'],
    ['a lead of 100,000 characters', articleText({ lead: 'a'.repeat(100_000) }), 'front matter'],
    ['a duplicate key', articleText({ more: 'title: drugi' }), 'field "title" stands there twice'],
    ['brackets without end', `---\ntitle: ${'['.repeat(10_000)}\n---\n`, 'pierwszy.html'],
    ['an error in each character', `---\n${'}'.repeat(16_000)}\n---\n`, 'pierwszy.html'],
    ['aliases that grow', `---\na: &a [x,x]\n${'b: [*a,*a,*a,*a,*a,*a,*a]\n'.repeat(20)}---\n`, 'pierwszy.html'],
    ['three megabytes of text', articleText({ body: 'a'.repeat(3 * 1024 * 1024) }), '2097152'],
  ])(
    '%s is refused in time, by file and field, and the other articles are served (COST-35)',
    async (_name, text, field) => {
      await writeArticle('pierwszy', { title: 'Dobry' })
      await writeArticle('drugi', { title: 'Drugi' })
      await article('/2026/03/pierwszy')
      await write('akademia/articles/pierwszy.html', text)
      const startedAt = process.cpuUsage()
      expect(await article('/2026/03/drugi')).toMatchObject({ title: 'Drugi' })
      const { user, system } = process.cpuUsage(startedAt)
      expect((user + system) / 1000).toBeLessThan(5000)
      expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Dobry' })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain('akademia/articles/pierwszy.html')
      expect(problems[0]).toContain(field)
      expect(problems[0]?.length).toBeLessThan(400)
    },
  )

  test('1,500 unknown fields and 300 tags are remarks of bounded length (COST-35)', async () => {
    const tags = Array.from({ length: 300 }, (_, index) => `t${index}`).join(', ')
    await writeArticle('pierwszy', { title: 'Dobry', tags, more: keys(1500) })
    expect(await article('/2026/03/pierwszy')).toMatchObject({ title: 'Dobry' })
    expect(problems).toHaveLength(12)
    expect(problems.join('\n')).toContain('field "tags" has 300 entries; 100 are shown')
    expect(problems.join('\n')).toContain('1490 more fields are unknown')
    expect(problems.every((problem) => problem.length < 400)).toBe(true)
  })

  test('a home page of a thousand blocks is refused (COST-35)', async () => {
    const home = `---\nid: 1\nslug: a\ntitle: a\n---\n${'<!-- wp:acf/big-posts {"posts":{"limit":1}} /-->\n'.repeat(1000)}`
    await write('akademia/home.html', home)
    await article('/2026/03/pierwszy')
    expect(problems).toEqual([expect.stringContaining('akademia/home.html: 1000 blocks, more than 500')])
  })

  test('twenty thousand terms are read in slices, whatever form their items have (COST-35)', async () => {
    const flow = Array.from({ length: 10_000 }, (_, n) => `  - { slug: tag-${n}, name: "Tag, ${n}" } # uwaga`)
    const block = Array.from({ length: 10_000 }, (_, n) => `- slug: kat-${n}\n\n  name: >-\n    Kategoria\n    ${n}`)
    await write('akademia/terms.yaml', `# nazwy\ncategories:\n${block.join('\n')}\ntags:\n${flow.join('\n')}\n`)
    await writeArticle('pierwszy', { category: 'kat-9999', tags: 'tag-9999, tag-0' })
    expect(await archive('category', 'kat-9999')).toMatchObject({ name: 'Kategoria 9999' })
    expect(await archive('tag', 'tag-9999')).toMatchObject({ name: 'Tag, 9999' })
    expect(problems).toEqual([])
  })

  test.each([
    [
      'a term with an unknown field',
      `${'- { slug: a-1, name: A }\n'.repeat(5000)}- { slug: b, nazwa: B }\n`,
      'field "tags.5000',
    ],
    ['a value that is not a list', `${'- { slug: a-1, name: A }\n'.repeat(5000)}inne: 1\n`, 'not two lists'],
  ])('%s among very many is reported (COST-35)', async (_name, tags, problem) => {
    await write('akademia/terms.yaml', `categories: []\ntags:\n${tags}`)
    await article('/2026/03/pierwszy')
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  test('three hundred long articles do not block the event loop while they are read and searched (COST-1)', async () => {
    for (let number = 0; number < 300; number++) {
      await writeArticle(`a-${number}`, { body: '<p>Słowo słowo.</p>'.repeat(3000), more: 'comments: true' })
    }
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await article('/2026/03/a-1')
    await source.search(akademia, 'slowo', 1)
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan(2000)
  })
})
