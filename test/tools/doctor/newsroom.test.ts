import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEmbeddedSource } from '../../../src/sources/embedded/embedded.ts'
import { newsroomChecks } from '../../../tools/doctor/checks/newsroom.ts'
import { createServices, SERVICE_NAMES } from '../../support/customer-site.ts'

const { akademia } = createServices()
const GOOD = '---\ntitle: Dobry\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\nTekst.\n'

/** Thirty ways to break a file, each with what its message names. */
const BROKEN: ReadonlyArray<readonly [file: string, text: string, message: string]> = [
  ['bez-tytulu.html', '---\ndate: 2026-03-01\n---\n<p>a</p>', 'no title'],
  ['bez-tytulu.md', '---\ndate: 2026-03-01\n---\na', 'no title'],
  ['bez-daty.html', '---\ntitle: A\n---\n<p>a</p>', 'no date'],
  ['bez-daty.md', '---\ntitle: A\n---\na', 'no date'],
  ['zla-data.html', '---\ntitle: A\ndate: jutro\n---\n', ':3: field "date" is on no calendar'],
  ['dwuznaczna-data.md', '---\ntitle: A\ndate: 03/04/2026\n---\n', ':3: field "date"'],
  ['trzydziesty-lutego.md', '---\ntitle: A\ndate: 2026-02-30\n---\n', ':3: field "date"'],
  ['godzina-25.md', '---\ntitle: A\ndate: 2026-02-03T25:00\n---\n', ':3: field "date"'],
  ['data-liczba.md', '---\ntitle: A\npubDate: 20260203\n---\n', ':3: field "pubDate"'],
  ['data-lista.md', '---\ntitle: A\ndate: [2026]\n---\n', ':3: field "date"'],
  ['bez-naglowka.html', '<p>Tekst</p>', 'no front matter'],
  ['pusty.html', '', 'no front matter'],
  ['pusty.md', '', 'no title'],
  ['sam-tekst.md', 'Tekst bez tytułu.', 'no title'],
  ['niedomkniety.html', '---\ntitle: A\ndate: 2026-03-01\n', 'no front matter'],
  ['nawias.md', '---\ntitle: A\nimage: {\n---\n', ':3: '],
  ['tabulator.md', '---\ntitle: A\ndate: 2026-03-01\nimage:\n\tsrc: a.jpg\n---\n', ':5: '],
  ['dwukropek.md', '---\ntitle: Tytuł: podtytuł\ndate: 2026-03-01\n---\n', ':2: '],
  ['cudzyslow.md', '---\ntitle: "A\ndate: 2026-03-01\n---\n', 'cudzyslow.md:'],
  ['dwa-tytuly.md', '---\ntitle: A\ntitle: B\ndate: 2026-03-01\n---\n', 'field "title" stands there twice'],
  ['lista.md', '---\n- title: A\n---\n', ':2: the front matter is array'],
  ['slowo.md', '---\ntytuł\n---\n', ':2: the front matter is string'],
  ['wielki.md', `---\ntitle: ${'a'.repeat(20_000)}\n---\n`, 'more than 16384'],
  ['ogromny.md', `---\ntitle: A\n---\n${'a'.repeat(3 * 1024 * 1024)}`, 'more than 2097152'],
  ['toml.md', '+++\ntitle = A\n+++\n', 'toml.md:2: '],
  ['toml-bez-konca.md', '+++\ntitle = "A"\n', 'no title'],
  ['json.md', '{\n  "title": "A",\n}\n', 'json.md: '],
  ['kotwica.md', '---\ntitle: *nieznana\ndate: 2026-03-01\n---\n', 'kotwica.md'],
  ['wciecie.md', '---\ntitle: A\n  date: 2026-03-01\n---\n', 'wciecie.md:'],
  ['klucz.md', '---\n? [a, b]\n: c\ndate: 2026-03-01\n---\n', 'no title'],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  for (const [file, text] of BROKEN) await write(`akademia/articles/${file}`, text)
  for (const number of [1, 2, 3]) await write(`akademia/articles/dobry-${number}.md`, GOOD)
})
afterAll(() => rm(folder, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

const look = async () => newsroomChecks(folder, ['akademia'])[0]?.run()

test('thirty broken files are named with what to change, and the check fails (SRC-72)', async () => {
  expect(BROKEN).toHaveLength(30)
  const finding = await look()
  expect(finding?.state).toBe('bad')
  for (const [file, , message] of BROKEN) {
    const line = finding?.says.split('\n').find((one) => one.includes(`akademia/articles/${file}`))
    expect([file, line]).toEqual([file, expect.stringContaining(message)])
  }
})

test('the other articles are served, and each broken file is one line of the log (SRC-72)', async () => {
  const problems: string[] = []
  const source = createEmbeddedSource(folder, SERVICE_NAMES, (problem) => problems.push(String(problem)))
  for (const number of [1, 2, 3]) {
    const { json } = await source.article(akademia, `/2026/03/dobry-${number}`)
    expect(json).toMatchObject({ title: 'Dobry' })
  }
  for (const [file] of BROKEN) {
    expect([file, problems.filter((problem) => problem.includes(`/${file}`)).length]).toEqual([file, 1])
  }
})

test('what is left out, and an image that is not there, are remarks', async () => {
  const other = await mkdtemp(join(tmpdir(), 'newsroom-'))
  const [, before] = [folder, folder]
  folder = other
  await write(
    'akademia/articles/a.md',
    GOOD.replace('---\nT', 'image: brak.jpg\nautor: Jan\n---\n:::ramka\nA\n:::\n\n![x](brak.png)\n\nT'),
  )
  const finding = await look()
  folder = before
  await rm(other, { recursive: true })
  expect(finding?.state).toBe('weak')
  expect(finding?.says).toContain('a.md:5: field "image" has no "alt"')
  expect(finding?.says).toContain('a.md:6: field "autor" is unknown, and says nothing: did you mean "author"?')
  expect(finding?.says).toContain('a.md:8: unknown directive "ramka"')
  expect(finding?.says).toContain('a.md: the image "brak.jpg" is not in the folder')
  expect(finding?.says).toContain('a.md: the image "brak.png" is not in the folder')
})
