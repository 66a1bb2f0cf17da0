import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  articleFormat,
  type FileFormat,
  homeFormat,
  textFormat,
  wordedFormat,
  yamlFormat,
} from '../../../src/features/desk/editor/formats.ts'
import { pl } from '../../../src/features/desk/words/pl.ts'
import { readArticle } from '../../../src/sources/embedded/article-file.ts'
import { markdownReader } from '../../../src/sources/embedded/markdown/markdown.ts'
import { ROOT } from '../../support/root.ts'

const FOLDERS = ['newsroom', 'sites/courier/newsroom', 'sites/zoria/newsroom']
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.(?:html|md|yaml)$/.test(path) && !path.endsWith('README.md')),
)
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

function formatOf(path: string): FileFormat {
  if (/\/blocks\/[^/]+$/.test(path)) return textFormat
  if (/\/home[^/]*\.html$/.test(path)) return homeFormat
  return /\/(?:articles|pages)\//.test(path) ? articleFormat : yamlFormat
}

/** The editor keeps values as plain data. */
const opened = (path: string) => structuredClone(formatOf(path).fromFile(textOf(path)))

test('a file of the newsroom that is opened and saved is the same to the byte (DESK-4)', () => {
  expect(files.length).toBeGreaterThan(200)
  const changed = files.filter((path) => formatOf(path).toFile(opened(path)) !== textOf(path))
  expect(changed).toEqual([])
})

test('a changed title changes the one line, in every article and page (DESK-4)', () => {
  const articles = files.filter((path) => formatOf(path) === articleFormat)
  for (const path of articles) {
    const [before, after] = [textOf(path), articleFormat.toFile({ ...opened(path), title: 'Inny: „tytuł”' })]
    const [old, now] = [before.split('\n'), after.split('\n')]
    expect([path, now.length]).toEqual([path, old.length])
    expect([path, now.filter((line, index) => line !== old[index]).length]).toEqual([path, 1])
    expect(readArticle(path, after).meta.title).toBe('Inny: „tytuł”')
  }
})

const saved = (text: string, changes: Record<string, unknown>, format = articleFormat): string =>
  format.toFile({ ...structuredClone(format.fromFile(text)), ...changes })

test.each([
  [
    'Hugo in TOML',
    '+++\ntitle = "A"\ndate = 2026-03-01T10:00:00Z\nweight = 3\n+++\nTekst.\n',
    { title: 'B' },
    { weight: 3 },
  ],
  [
    'Eleventy in JSON',
    '{\n"title": "A",\n"date": "2026-03-01",\n"layout": "post"\n}\nTekst.\n',
    { title: 'B' },
    { layout: 'post' },
  ],
])(
  'front matter of %s becomes YAML with the first change, and keeps fields that the desk does not show',
  (_what, text, changes, kept) => {
    expect(saved(text, {})).toBe(text)
    const after = saved(text, changes)
    const read = articleFormat.fromFile(after)
    expect(read).toMatchObject({ title: 'B', body: 'Tekst.' })
    for (const [name, value] of Object.entries(kept)) expect(after).toContain(`\n${name}: ${value}\n`)
  },
)

test('a field keeps the name and the form in which it was written', () => {
  const text =
    '---\n# Notatka redakcji\ntitle:   A   # robocze\ndescription: Lead\npubDate: 2026-03-01\ncategories: [news, tech]\nauthor: [ida, jan]\nheroImage: foto.jpg\n---\nTekst.\n'
  expect(saved(text, { lead: 'Inny', category: 'nauka', author: ['ida'], image: { src: '/zdjecia/x.jpg' } })).toBe(
    '---\n# Notatka redakcji\ntitle:   A   # robocze\ndescription: Inny\npubDate: 2026-03-01\ncategories: [ nauka, tech ]\nauthor: [ ida ]\nheroImage: /zdjecia/x.jpg\n---\nTekst.\n',
  )
  expect(saved(text, { date: '2026-04-01T08:00', lead: '' })).toContain('\npubDate: 2026-04-01T08:00\ncategories')
  expect(saved(text, { lead: '' })).not.toContain('description')
})

test('what other generators hold back is published when the desk says so, and held when it says that', () => {
  const held = '---\ntitle: A\ndate: 2026-03-01\nstatus: draft\n---\n'
  expect(articleFormat.fromFile(held).draft).toBe(true)
  expect(saved(held, { draft: false })).toBe('---\ntitle: A\ndate: 2026-03-01\n---\n')
  expect(saved('---\ntitle: A\ndate: 2026-03-01\npublished: false\n---\n', { draft: false })).toContain(
    'published: true',
  )
  expect(saved('---\ntitle: A\ndate: 2026-03-01\n---\n', { draft: true })).toBe(
    '---\ntitle: A\ndate: 2026-03-01\ndraft: true\n---\n',
  )
})

test('what the desk writes is read as it was written', () => {
  const text = articleFormat.toFile({
    ...{
      title: 'Tytuł: „nowy” #1',
      lead: 'Lead',
      date: '2026-11-28T10:00',
      author: ['ida-korczyk'],
      category: 'edukacja',
    },
    ...{ tags: ['bitcoin', 'nft-ethereum'], image: { src: '/zdjecia/a.jpg', alt: 'Łódź', caption: '' }, draft: false },
    ...{
      corrections: [{ date: '2026-11-28T12:00', text: 'Było źle.', place: 'top' }],
      next: [],
      slug: '',
      comments: true,
    },
    body: 'Tekst.',
  })
  const warnings: unknown[] = []
  const { meta, written } = readArticle('a.md', text, {
    markdown: markdownReader,
    onWarning: (warning) => warnings.push(warning.message),
  })
  expect(warnings).toEqual([])
  expect(meta).toEqual({
    ...{
      title: 'Tytuł: „nowy” #1',
      lead: 'Lead',
      date: '2026-11-28T10:00',
      author: ['ida-korczyk'],
      category: 'edukacja',
    },
    ...{ tags: ['bitcoin', 'nft-ethereum'], image: { src: '/zdjecia/a.jpg', alt: 'Łódź' }, comments: true },
    corrections: [{ date: '2026-11-28T12:00', text: 'Było źle.', place: 'top' }],
  })
  expect(written).toBe('Tekst.\n')
})

test('a list keeps the items that nobody changed, and its comments', () => {
  const text = '# Terminy\ncategories:\n  - { slug: a, name: "A" } # pierwsza\n  - { slug: b, name: B }\ntags: []\n'
  const { categories } = yamlFormat.fromFile(text) as { categories: Array<Record<string, string>> }
  const [first = {}, second = {}] = categories
  const after = saved(text, { categories: [first, { ...second, name: 'Be' }, { slug: 'c', name: 'Ce' }] }, yamlFormat)
  expect(after).toBe(
    '# Terminy\ncategories:\n  - { slug: a, name: "A" } # pierwsza\n  - { slug: b, name: Be }\n  - { slug: c, name: Ce }\ntags: []\n',
  )
  expect(saved(text, { categories: [] }, yamlFormat)).toContain('categories: []')
})

test('a file that is a list stays one, and a new one becomes one', () => {
  const text = '- slug: a\n  title: "A"\n  parts: [x, y]\n- slug: b\n  title: B\n  parts:\n    - z\n'
  const { items } = yamlFormat.fromFile(text) as { items: Array<Record<string, unknown>> }
  expect(saved(text, { items: [items[1], items[0]] }, yamlFormat)).toBe(
    '- slug: b\n  title: B\n  parts:\n    - z\n- slug: a\n  title: "A"\n  parts: [ x, y ]\n',
  )
  expect(yamlFormat.toFile({ items: [{ text: 'Pilne', link: '/a', until: '2026-11-28T18:00' }] })).toBe(
    '- text: Pilne\n  link: /a\n  until: 2026-11-28T18:00\n',
  )
  expect(saved(text, { items: [] }, yamlFormat)).toBe('[]\n')
})

test('blocks of a front page are moved, changed and added, and the others stay', () => {
  const [first, second] = [
    '<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->',
    '<!-- wp:acf/ad-slot {"active":true,"adUnit":"dom/1","fields":{"class":"a"},"anchor":"x"} /-->',
  ]
  const text = `---\nid: 1\nslug: dom\ntitle: Dom\n---\n${first}\n\n${second}\n`
  const { blocks } = homeFormat.fromFile(text) as { blocks: Array<Record<string, unknown>> }
  const list = { type: 'list-posts', header: 'A -- <b>', posts: { category: 'news', slugs: [], limit: 3 } }
  expect(saved(text, { blocks: [{ ...blocks[1], class: 'b' }, blocks[0], list] }, homeFormat)).toBe(
    `---\nid: 1\nslug: dom\ntitle: Dom\n---\n<!-- wp:acf/ad-slot {"active":true,"adUnit":"dom/1","anchor":"x","fields":{"class":"b"}} /-->\n\n${first}\n\n<!-- wp:acf/list-posts {"fields":{"header":"A \\u002d\\u002d \\u003cb\\u003e"},"posts":{"category":"news","limit":3}} /-->\n`,
  )
})

describe('a file with a mistake', () => {
  const article = '---\ntags: [a, b]\ntitle: Sejm: nowa ustawa\ndate: 2026-03-01\nimage: a.jpg\n---\nTekst.\n'
  const block = '<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->'
  const cases: Array<[string, FileFormat, string, Record<string, unknown>, number]> = [
    ['an article of which the text changes', articleFormat, article, { body: 'Inny.\n' }, 3],
    ['an article of which a field changes', articleFormat, article, { lead: 'Lead' }, 3],
    ['an article in TOML', articleFormat, '+++\ndraft = true\ntitle = A\n+++\nTekst.\n', { body: 'Inny.\n' }, 3],
    ['an article in JSON', articleFormat, '{\n"title": "A",\n"draft": ja\n}\nTekst.\n', { body: 'Inny.\n' }, 3],
    ['an article whose front matter is a list', articleFormat, '---\n- a\n---\nTekst.\n', { title: 'B' }, 2],
    ['a name that no anchor has', articleFormat, '---\ntitle: A\nlead: *t\n---\nTekst.\n', { title: 'B' }, 3],
    ['a menu', yamlFormat, 'items:\n  - label: A: b\n    link: /a\n', { items: [{ label: 'C' }] }, 2],
    ['terms', yamlFormat, 'categories:\n  - slug: a\n tags: []\n', { categories: [{ slug: 'b' }] }, 3],
    ['series', yamlFormat, '- slug: a\n  title: A: b\n', { items: [{ slug: 'b' }] }, 2],
    ['a front page', homeFormat, `---\nid: 1\ntitle: A: b\nfrom: x\n---\n${block}\n`, { blocks: [] }, 3],
    ['a field of a front page', homeFormat, `---\nid: 1\ntitle: A: b\nfrom: x\n---\n${block}\n`, { title: 'B' }, 3],
  ]

  test.each(cases)(
    'is never written again, and its line is named: %s (DESK-4)',
    (_what, format, text, changes, line) => {
      expect(saved(text, {}, format)).toBe(text)
      const worded = wordedFormat(format, pl.problems.broken)
      expect(() => saved(text, changes, worded)).toThrow(
        `Plik ma błąd w wierszu ${line}, więc nic nie zostało zapisane.`,
      )
    },
  )
})

test('what an anchor names stays when the anchor goes', () => {
  const text = '---\ntitle: &t A\nlead: *t\ndate: 2026-03-01\n---\nTekst.\n'
  expect(saved(text, { title: 'B' })).toBe('---\ntitle: B\nlead: A\ndate: 2026-03-01\n---\nTekst.\n')
  expect(saved(text, { lead: 'C' })).toBe('---\ntitle: &t A\nlead: C\ndate: 2026-03-01\n---\nTekst.\n')
  const list = '- slug: a\n  parts: &p [x, y]\n- slug: b\n  parts: *p\n'
  expect(saved(list, { items: [{ slug: 'b', parts: ['x', 'y'] }] }, yamlFormat)).toBe(
    '- slug: b\n  parts:\n    - x\n    - y\n',
  )
  const fields = 'a: &a [x, { y: z }]\nb: [*a]\n'
  expect(yamlFormat.fromFile(saved(fields, { b: [['x', { y: 'q' }]] }, yamlFormat))).toMatchObject({
    a: ['x', { y: 'z' }],
    b: [['x', { y: 'q' }]],
  })
})

test('what the file says is false or empty stays in parts that nobody changed', () => {
  const text = 'items:\n  - label: A\n    nofollow: false\n    note: ""\n  - label: B\n    nofollow: false\n'
  const { items } = yamlFormat.fromFile(text) as { items: Array<Record<string, unknown>> }
  expect(saved(text, { items: [items[0], { ...items[1], label: 'Be', extra: false }] }, yamlFormat)).toBe(
    text.replace('label: B', 'label: Be'),
  )
  const list = '- { slug: a, hidden: false }\n- { slug: b, hidden: false }\n'
  expect(saved(list, { items: [{ slug: 'c' }, { slug: 'b', hidden: false }] }, yamlFormat)).toBe(
    '- { slug: c }\n- { slug: b, hidden: false }\n',
  )
  const home = '---\nid: 1\n---\n<!-- wp:acf/list-posts {"fields":{"header":"A","wide":false}} /-->\n'
  const { blocks } = homeFormat.fromFile(home) as { blocks: Array<Record<string, unknown>> }
  expect(saved(home, { blocks: [{ ...blocks[0], header: 'B' }] }, homeFormat)).toBe(home.replace('"A"', '"B"'))
})

test('a field may be called source', () => {
  const text = 'name: A\nsource: https://a.example/\n'
  expect(yamlFormat.fromFile(text)).toMatchObject({ source: 'https://a.example/' })
  expect(saved(text, {}, yamlFormat)).toBe(text)
  expect(saved(text, { name: 'B' }, yamlFormat)).toBe(text.replace('A', 'B'))
  const home = '---\nid: 1\nsource: x\n---\n<!-- wp:acf/list-posts {"fields":{"header":"A","source":"y"}} /-->\n'
  const { blocks } = homeFormat.fromFile(home) as { blocks: Array<Record<string, unknown>> }
  expect(saved(home, { blocks: [{ ...blocks[0], header: 'B' }] }, homeFormat)).toBe(home.replace('"A"', '"B"'))
})
