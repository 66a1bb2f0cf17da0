import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEmbeddedSource } from '../../../src/sources/embedded/embedded.ts'
import { createServices, SERVICE_NAMES } from '../../support/customer-site.ts'

const { akademia } = createServices()
const NOW = Date.UTC(2026, 10, 26, 11)

let folder: string
let problems: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  problems = []
})
afterEach(() => rm(folder, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

const source = () =>
  createEmbeddedSource(folder, SERVICE_NAMES, (problem) => problems.push(String(problem)), undefined, {
    timeZone: 'Europe/Warsaw',
    wallClock: () => NOW,
  })

async function everything(): Promise<{ list: string; articles: string[] }> {
  const opened = source()
  const { json } = await opened.archive(akademia, 'category', 'najnowsze', 1)
  const { posts } = json as { posts: Array<{ relative_link: string }> }
  const articles: string[] = []
  for (const { relative_link: path } of posts)
    articles.push(JSON.stringify((await opened.article(akademia, path)).json))
  return { list: JSON.stringify(json), articles }
}

const article = (more: string, body = 'Tekst.'): string =>
  `---\ntitle: Tajny\ndate: 2026-03-01\n${more}\n---\n${body}\n`

test.each([
  'draft: yes',
  'draft: "yes"',
  'draft: 1',
  'draft: tak',
  'published: no',
  'published: "false"',
  'published: 0',
  'status: pending',
  'status: future',
  'visibility: private',
  'permalink: false',
  'publishDate: 2099-01-01',
])('an article that says "%s" is nowhere (SRC-28)', async (more) => {
  await write('akademia/articles/tajny.md', article(more))
  await write('akademia/articles/_drafts/inny.md', article('slug: inny'))
  expect(await everything()).toMatchObject({ articles: [] })
})

test.each(['draft: false', 'draft: no', 'published: true', 'status: published', 'visibility: public'])(
  'an article that says "%s" is public',
  async (more) => {
    await write('akademia/articles/jawny.md', article(more))
    expect((await everything()).articles).toHaveLength(1)
  },
)

const SECRET = 'SEKRET'
test.each([
  ['an update', `:::live{time=2099-01-01T10:00}\n${SECRET}\n:::`],
  ['an update with a short date', `:::live{time=2099-1-1T00:00}\n${SECRET}\n:::`],
  ['an update with a space in its time', `:::live{time="2099-01-01 7:00"}\n${SECRET}\n:::`],
  ['an update whose time cannot be read', `:::live{time=jutro}\n${SECRET}\n:::`],
  ['an update with a space before its name', `::: live {time=2099-01-01T10:00}\n${SECRET}\n:::`],
  ['an update below raw HTML that is open', `<p>Wstęp\n\n:::live{time=2099-01-01T10:00}\n${SECRET}\n:::`],
  ['a correction', `:::correction{date=2099-01-01T10:00}\n${SECRET}\n:::`],
  ['a footnote of an update', `:::live{time=2099-01-01T10:00}\nTekst[^a].\n:::\n\n[^a]: ${SECRET}`],
  ['a comment of a template', `{% comment %}\n${SECRET}\n{% endcomment %}`],
])('%s that has not come is nowhere, lead and list included (SRC-39)', async (_name, part) => {
  await write('akademia/articles/relacja.md', article('', `${part}\n\nPo niej.`))
  const { list, articles } = await everything()
  expect(articles).toHaveLength(1)
  expect(articles[0]).toContain('Po niej.')
  expect(list + articles[0]).not.toContain(SECRET)
})

test.each([
  ['aliases in a circle', '---\ntitle: "a\\x41"\na: &a [*a]\n---\n'],
  ['half a character', '{\n"title": "x \\ud800",\n"date": "2026-03-01"\n}\nTekst.\n'],
])('%s in front matter stop nothing', async (_name, text) => {
  await write('akademia/articles/zly.md', text)
  await write('akademia/articles/dobry.md', article(''))
  expect((await everything()).articles.length).toBeGreaterThan(0)
  expect(() => problems.map((problem) => encodeURIComponent(problem))).not.toThrow()
})

test.each([
  ['emphasis in emphasis', '*a _b '.repeat(2000)],
  ['strikes', '~a'.repeat(20_000)],
  ['images in images', '!['.repeat(5000)],
  ['attributes of nothing', `${'{:a}>'.repeat(6000)} a`],
  ['footnotes', '[^a]: b\n'.repeat(4000)],
  ['quotes in the title', `${'>'.repeat(20_000)}a`],
])('%s by the thousand are read, and the search stands', async (_name, body) => {
  await write('akademia/articles/zly.md', article('lead: Zajawka.', body))
  await write('akademia/articles/bez-tytulu.md', `---\ndate: 2026-03-01\n---\n${body}\n`)
  await write('akademia/articles/dobry.md', article('slug: dobry', 'Ważka.'))
  const startedAt = process.cpuUsage()
  const opened = source()
  const results = (await opened.search(akademia, 'ważka', 1)).json as { posts: unknown[] }
  expect(results.posts).toHaveLength(1)
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(20_000)
})

test('two files at one path are named, and one of them stands', async () => {
  await write('akademia/articles/a.md', article('permalink: /x/wstep/'))
  await write('akademia/articles/b.md', article('permalink: /y/wstep/'))
  await write('pages/o-nas.md', article(''))
  await write('pages/o/index.md', article('permalink: /o-nas/'))
  expect((await everything()).articles).toHaveLength(1)
  expect(
    problems.filter((problem) => problem.includes('akademia/articles/b.md: its path /2026/03/wstep')),
  ).toHaveLength(1)
  expect(problems.filter((problem) => problem.includes('is that of pages/'))).toHaveLength(1)
})

test('names stay whole: of categories, authors and empty tags', async () => {
  await write(
    'akademia/articles/a.md',
    article('category: gry wideo\nauthor: Jan Kowalski, Anna Nowak\ntags: [" ", REDAKCJA]'),
  )
  const { json } = await source().article(akademia, '/2026/03/a')
  expect(json).toMatchObject({
    krypto_cat: [{ name: 'gry wideo', slug: 'gry-wideo' }],
    categories: [{ name: 'REDAKCJA', slug: 'redakcja' }],
    nrm_multi_authors: [{ author: { name: 'Jan Kowalski' } }, { author: { name: 'Anna Nowak' } }],
  })
})

test('code about templates stays as it is', async () => {
  const body =
    '{% highlight html %}\n<b>`x`</b>\n{% endhighlight %}\n\n- punkt\n\n    {{ .Values.a }}\n\n{:a 1} w tekście.'
  await write('akademia/articles/a.md', article('', body))
  const json = JSON.stringify((await source().article(akademia, '/2026/03/a')).json)
  expect(json).toContain('{:a 1} w tekście.')
})
