import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEmbeddedSource } from '../../../src/sources/embedded/embedded.ts'
import { newsroomChecks } from '../../../tools/doctor/checks/newsroom.ts'
import { BROKEN_FILES } from '../../support/broken-files.ts'
import { createServices, SERVICE_NAMES } from '../../support/customer-site.ts'

const { akademia } = createServices()
const GOOD = '---\ntitle: Dobry\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\nTekst.\n'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  for (const [file, text] of BROKEN_FILES) await write(`akademia/articles/${file}`, text)
  for (const number of [1, 2, 3]) await write(`akademia/articles/dobry-${number}.md`, GOOD)
})
afterAll(() => rm(folder, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

const look = async () => newsroomChecks(folder, ['akademia'])[0]?.run()

test('thirty broken files are named with what to change, and the check fails (SRC-72)', async () => {
  expect(BROKEN_FILES).toHaveLength(30)
  const finding = await look()
  expect(finding?.state).toBe('bad')
  expect(finding?.state === 'bad' && finding.fix).toContain('The other 3 articles and pages are shown.')
  for (const [file, , message] of BROKEN_FILES) {
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
  for (const [file] of BROKEN_FILES) {
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
  expect(finding?.says).toMatch(/^1 articles and pages can be read; \d+ remarks:\n/)
  expect(finding?.says).toContain('a.md:5: field "image" has no "alt"')
  expect(finding?.says).toContain('a.md:6: field "autor" is unknown, and says nothing: did you mean "author"?')
  expect(finding?.says).toContain('a.md:8: unknown directive "ramka"')
  expect(finding?.says).toContain('a.md: the image "brak.jpg" is not in the folder')
  expect(finding?.says).toContain('a.md: the image "brak.png" is not in the folder')
})

describe('what is planned (HOME-21, SRC-39)', () => {
  const LATER = new Date().getUTCFullYear() + 1
  const home = (fields: string, slug = 'planowany') =>
    `---\ntitle: Wybory\n${fields}---\n<!-- wp:acf/list-posts {"posts":{"slugs":["${slug}"]}} /-->\n`
  let own: string
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(own, file)), { recursive: true })
    await writeFile(join(own, file), text)
  }
  const checked = async () => newsroomChecks(own, ['akademia'], 'Europe/Warsaw')[0]?.run()
  beforeEach(async () => {
    own = await mkdtemp(join(tmpdir(), 'planned-'))
    await put('akademia/articles/planowany.md', `---\ntitle: A\nlead: B.\ndate: ${LATER}-02-01T10:00\n---\nTekst.\n`)
    await put('akademia/articles/stary.md', GOOD)
  })
  afterEach(() => rm(own, { recursive: true }))

  test('is listed, the soonest first', async () => {
    await put('akademia/home-wybory.html', home(`from: ${LATER}-03-01T20:00\nuntil: ${LATER}-03-02T08:00\n`))
    const finding = await checked()
    expect(finding?.state).toBe('good')
    expect(
      finding?.says
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual([
      `akademia/articles/planowany.md from ${LATER}-02-01T10:00`,
      `akademia/home-wybory.html from ${LATER}-03-01T20:00 until ${LATER}-03-02T08:00`,
    ])
  })

  test.each([
    ['is over', home('from: 2026-01-01T20:00\nuntil: 2026-01-02T08:00\n'), 'home-wybory.html: is over'],
    ['begins before its article', home(`from: ${LATER}-01-01T20:00\n`), 'names "planowany", which comes later'],
    ['names nothing', home(`from: ${LATER}-03-01T20:00\n`, 'nie-ma'), 'names "nie-ma", which no article'],
  ])('a front page that %s is a remark', async (_name, text, words) => {
    await put('akademia/home-wybory.html', text)
    const finding = await checked()
    expect([finding?.state, finding?.says]).toEqual(['weak', expect.stringContaining(words)])
  })

  test('two that begin together, and a year that may be mistyped, are remarks', async () => {
    for (const name of ['a', 'b']) await put(`akademia/home-${name}.html`, home(`from: ${LATER}-03-01T20:00\n`))
    await put('akademia/articles/daleki.md', '---\ntitle: A\nlead: B.\ndate: 2206-02-01\n---\nTekst.\n')
    const finding = await checked()
    expect(finding?.says).toContain('akademia/home-a.html: begins when akademia/home-b.html does')
    expect(finding?.says).toContain('akademia/articles/daleki.md: comes in 2206 only')
  })

  test('one that has no beginning fails the check', async () => {
    await put('akademia/home-wybory.html', home(''))
    const finding = await checked()
    expect([finding?.state, finding?.says]).toEqual([
      'bad',
      expect.stringContaining('akademia/home-wybory.html: field "from"'),
    ])
  })
})
