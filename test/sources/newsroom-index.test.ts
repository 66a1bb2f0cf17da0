import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { existingService } from '../../src/services/registry.ts'
import { writeIndex } from '../../src/sources/embedded/built-index.ts'
import { buildCatalogue, indexedArticles, indexedYaml } from '../../src/sources/embedded/catalogue.ts'
import { digestOf } from '../../src/sources/embedded/digest.ts'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { createNewsroomIndex, type NewsroomIndexFiles } from '../../src/sources/embedded/newsroom-index.ts'
import { services } from '../content/world.ts'
import { until } from '../support/until.ts'

let folder: string
let newsroom: string
let own: string
/** What was said of the index, and of files. */
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-index-'))
  newsroom = join(folder, 'newsroom')
  own = join(folder, 'data/newsroom-index.jsonl')
  said = []
  await write('a', 'Pierwszy')
  await write('b', 'Drugi')
})
// An index may still be written behind a start.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))

const akademia = existingService(services, 'akademia')
const fileOf = (slug: string, root = newsroom): string => join(root, `akademia/articles/${slug}.html`)
const textOf = (title: string, body = `<p>Akapit ${title}.</p>`): string =>
  `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-03T10:00\nauthor: jan\ncategory: edukacja\ntags: []\n---\n${body}`
/** All of one date, as in an image. */
const WHEN = 1_780_000_000
async function write(slug: string, title: string, body?: string): Promise<void> {
  await mkdir(dirname(fileOf(slug)), { recursive: true })
  await writeFile(fileOf(slug), textOf(title, body))
  await utimes(fileOf(slug), WHEN, WHEN)
}
/** The same length and date of the content as before, as after a copy that keeps dates. */
async function writeUnseen(slug: string, text: string): Promise<void> {
  const { size } = await stat(fileOf(slug))
  await writeFile(fileOf(slug), text)
  await utimes(fileOf(slug), WHEN, WHEN)
  expect(await stat(fileOf(slug))).toMatchObject({ size, mtimeMs: WHEN * 1000 })
}

/** A start, and the seconds after it. */
function start(files: NewsroomIndexFiles = { own }, root = newsroom) {
  let now = 0
  const source = createEmbeddedSource(
    root,
    ['akademia'],
    (error) => said.push(String(error)),
    () => now,
    {
      newsroomIndex: { ...files, onUnusable: (_file, reason) => said.push(reason) },
    },
  )
  return {
    async titles(): Promise<Record<string, string>> {
      now += 10_000
      const { json } = await source.archive(akademia, 'category', 'najnowsze', 0)
      const { posts } = json as { posts: Array<{ ID: string; title: string }> }
      return Object.fromEntries(posts.map(({ ID, title }) => [ID, title]))
    },
    /** Title and text. */
    async article(slug: string): Promise<string> {
      const { json } = await source.article(akademia, `/2026/03/${slug}`)
      return JSON.stringify(json ?? 'missing')
    },
  }
}
/** The slugs that the file has, once a start has written it. */
const written = (file = own) =>
  until(
    async () => {
      const [, ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
      return lines.map((line) => /articles\/([a-z]+)\.html/.exec(line)?.[1])
    },
    (slugs) => slugs.length > 0,
  )
/** What a scan has read. */
async function read(files: NewsroomIndexFiles, root = newsroom): Promise<string[]> {
  const scanned = await createFolder(
    root,
    createNewsroomIndex(files, () => {}),
  ).read()
  return scanned.files.filter(({ indexed }) => !indexed).map(({ path }) => path)
}

test('a start reads no file that an earlier one has read, and the others alone (SRC-62)', async () => {
  expect(await start().titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  expect(await written()).toEqual(['a', 'b'])
  expect(await read({ own })).toEqual([])
  await write('b', 'Inny tytuł')
  await write('c', 'Trzeci')
  await rm(fileOf('a'))
  expect(await read({ own })).toEqual(['akademia/articles/b.html', 'akademia/articles/c.html'])
  const next = start()
  expect(await next.titles()).toEqual({ b: 'Inny tytuł', c: 'Trzeci' })
  expect(await next.article('b')).toContain('Akapit Inny tytuł.')
  expect(said).toEqual([])
})

test('an edit of the same length in the same second, a copy, a renamed and a deleted file are what they are (SRC-62)', async () => {
  expect(await start().titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  await written()
  await copyFile(fileOf('b'), fileOf('kopia'))
  await rename(fileOf('b'), fileOf('c'))
  await writeUnseen('a', textOf('Trzeciak'))
  // An article that a reader asks for is read, and the words decide.
  const reader = start()
  expect(await reader.article('a')).toContain('Akapit Trzeciak.')
  expect(await reader.titles()).toEqual({ a: 'Trzeciak', c: 'Drugi', kopia: 'Drugi' })
  // One that nobody asks for is read behind the start.
  await writeUnseen('a', textOf('Czwartak'))
  const later = start()
  await later.titles()
  await until(later.titles, ({ a }) => a === 'Czwartak')
  await rm(fileOf('a'))
  expect(await start().titles()).toEqual({ c: 'Drugi', kopia: 'Drugi' })
})

test('a file that breaks later keeps its last good version, and one that broke before it was read is named (SRC-62)', async () => {
  await start().titles()
  await written()
  const running = start()
  await running.titles()
  await running.titles()
  await writeFile(fileOf('a'), '---\ntitle: [\n---\n')
  expect(await running.titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  expect(await running.article('a')).toContain('Akapit Pierwszy.')
  expect(said).toEqual([expect.stringContaining('akademia/articles/a.html')])
  expect(await start().titles()).toEqual({ b: 'Drugi' })
  expect(said).toHaveLength(2)
})

test('what is dated later than now is left out of a text that no start has read (SRC-39, SRC-62)', async () => {
  const update =
    '<!-- wp:group {"className":"live-update","time":"2099-01-01T10:00"} --><div class="wp-block-group live-update"><p>Przyszłość.</p></div><!-- /wp:group -->'
  await write('b', 'Relacja', `<p>Teraz.</p>${update}`)
  await start().titles()
  await written()
  const live = await start().article('b')
  expect(live).toContain('Teraz.')
  expect(live).not.toContain('Przyszłość.')
})

test.each([
  ['of another release', (text: string) => text.replace('"form":5', '"form":4')],
  ['cut off', (text: string) => text.slice(0, -20)],
  ['with more YAML', (text: string) => text.replace('"values":[]', '"values":[{"digest":"x","yaml":1}]')],
  ['with a changed letter', (text: string) => text.replace('Pierwszy', 'Pierwszx')],
  ['empty', () => ''],
  ['something else', () => '[1, 2]'],
])('a file %s counts for nothing, is named once, and is written again (SRC-62)', async (_name, broken) => {
  await start().titles()
  await written()
  const whole = await readFile(own, 'utf8')
  await writeFile(own, broken(whole))
  expect(await start().titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  expect(said).toHaveLength(1)
  await until(
    () => readFile(own, 'utf8'),
    (text) => text === whole,
  )
})

test('an index says nothing that a file could not (SRC-62)', async () => {
  const digested = async (change: (line: string) => string): Promise<void> => {
    await rm(own, { force: true })
    await start().titles()
    await written()
    const [, ...lines] = (await readFile(own, 'utf8')).split('\n')
    const text = lines.map(change).join('\n')
    await writeFile(
      own,
      `${JSON.stringify({ form: 5, program: 'another', digest: createHash('sha256').update(text).digest('base64url') })}\n${text}`,
    )
  }
  for (const change of [
    (line: string) => line.replace('"date":"2026-03-03T10:00"', '"date":"../../etc"'),
    (line: string) => line.replace('"category":"edukacja"', '"category":"<b>"'),
    (line: string) => line.replace('"title":"Pierwszy"', '"title":["x"]'),
    (line: string) => line.replace('{', '['),
  ]) {
    said = []
    await digested(change)
    // Lines of another release are held to the rules of this one.
    const files = { own, program: async () => 'this one' }
    expect(await start(files).titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
    expect(said).toHaveLength(1)
    expect(said[0]).not.toContain('"form"')
  }
  // It speaks of files that are there, by names of the folder.
  await digested((line) => line.replaceAll('articles/a.html', 'articles/../../../x.html'))
  expect(await start().titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
})

test('what this release has written is read as it stands while it is whole, and is written again where it is not (SRC-62)', async () => {
  const files = { own, program: async () => 'this one' }
  await start(files).titles()
  await written()
  const whole = await readFile(own, 'utf8')
  expect(JSON.parse(whole.split('\n')[0] ?? '')).toMatchObject({ program: 'this one' })
  const [, text = ''] = whole.replace('Pierwszy', 'Pierwszx').split(/\n(.*)/s)
  const digest = createHash('sha256').update(text).digest('base64url')
  await writeFile(own, `${JSON.stringify({ form: 5, digest, program: 'this one' })}\n${text}`)
  expect(await start(files).titles()).toEqual({ a: 'Pierwszx', b: 'Drugi' })
  expect(said).toEqual([])
  await writeFile(own, whole.replace('Pierwszy', 'Pierwszx'))
  expect(await start(files).titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  expect(said).toEqual(['not whole'])
})

test('a build makes the same file for its newsrooms, which holds for copies with and without their dates (SRC-62)', async () => {
  const built = join(folder, 'newsroom-index.jsonl')
  const other = join(folder, 'other')
  await writeFile(join(newsroom, 'akademia/home.html'), '---\ntitle: 1\n---\n')
  await cp(newsroom, other, { recursive: true, preserveTimestamps: true })
  await writeFile(fileOf('a', other), textOf('Sasiedni'))
  await utimes(fileOf('a', other), WHEN, WHEN)
  await writeIndex([newsroom, other, join(folder, 'nie-ma')], built)
  const [dated, undated] = [join(folder, 'dated'), join(folder, 'undated')]
  await cp(newsroom, dated, { recursive: true, preserveTimestamps: true })
  await cp(newsroom, undated, { recursive: true })
  // Of two newsrooms that one date and size stand for, none is guessed; a home page is read always.
  expect(await read({ built }, dated)).toEqual(['akademia/articles/a.html', 'akademia/home.html'])
  const index = createNewsroomIndex({ built }, () => {})
  await createFolder(undated, index).read()
  expect(index.withDigest(digestOf(textOf('Drugi')))?.meta).toMatchObject({ title: 'Drugi', author: ['jan'] })
  expect(index.withDigest(digestOf(textOf('Nieznany')))).toBeUndefined()
  for (const root of [newsroom, dated, undated]) {
    expect(await start({ built }, root).titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  }
  expect(await start({ built }, other).titles()).toEqual({ a: 'Sasiedni', b: 'Drugi' })
})

test('a start parses no YAML that an earlier one has parsed, and a changed or broken file as ever (SRC-62)', async () => {
  const put = (path: string, text: string): Promise<void> => writeFile(join(newsroom, path), text)
  await mkdir(join(newsroom, 'authors'))
  const files = {
    'authors/jan.yaml': 'name: Jan\ndescription: Pisze.\nsince: 2020-01-01\n',
    'akademia/terms.yaml': 'categories:\n  - slug: edukacja\n    name: Nauka\ntags: []\n',
    'akademia/series.yaml': '- slug: cykl\n  title: Cykl\n  parts: [a, b]\n',
    'akademia/menu.yaml': '- title: Nauka\n  link: /kategoria/edukacja\n',
    'akademia/home.html':
      '---\nid: 1\nslug: home\ntitle: Strona\n---\n<!-- wp:acf/big-posts {"posts":{"limit":2}} /-->\n',
    'akademia/home-plan.html':
      '---\ntitle: Plan\nfrom: 2020-01-01 10:00\n---\n<!-- wp:acf/big-posts {"posts":{"limit":1}} /-->\n',
  }
  for (const [path, text] of Object.entries(files)) await put(path, text)
  const scan = async () => {
    const index = createNewsroomIndex({ own }, () => {})
    const { files } = await createFolder(newsroom, index).read()
    const looks: Array<[string, boolean]> = []
    const catalogue = await buildCatalogue(
      files,
      ['akademia'],
      undefined,
      (error) => said.push(String(error)),
      false,
      undefined,
      {
        withDigest: index.withDigest,
        yaml(digest) {
          const value = index.yaml(digest)
          looks.push([String(looks.length), value !== undefined])
          return value
        },
      },
    )
    await index.save(indexedArticles(files), indexedYaml(files))
    const { terms, series, menu, frontPages } = catalogue.services.get('akademia') ?? {}
    return {
      known: looks.map(([, isKnown]) => isKnown),
      says: { authors: catalogue.authors, terms, series, menu, frontPages },
    }
  }
  const first = await scan()
  expect(first.known).toEqual([false, false, false, false, false, false])
  expect(first.says).toMatchObject({ terms: { categories: [{ name: 'Nauka' }] }, menu: [{ title: 'Nauka' }] })
  const whole = await readFile(own, 'utf8')
  const second = await scan()
  expect(second).toEqual({ known: [true, true, true, true, true, true], says: first.says })
  expect(await readFile(own, 'utf8')).toBe(whole)
  // Only words count: neither date nor length does.
  const menu = join(newsroom, 'akademia/menu.yaml')
  const { mtime, size } = await stat(menu)
  await put('akademia/menu.yaml', files['akademia/menu.yaml'].replace('Nauka', 'Praca'))
  await utimes(menu, mtime, mtime)
  expect((await stat(menu)).size).toBe(size)
  const third = await scan()
  expect(third.known.filter((isKnown) => !isKnown)).toHaveLength(1)
  expect(third.says).toMatchObject({ menu: [{ title: 'Praca' }], terms: first.says.terms })
  expect(said).toEqual([])
  await put('akademia/menu.yaml', '- title: [\n')
  await put('akademia/series.yaml', '- slug: cykl\n')
  for (const _start of [1, 2]) {
    said = []
    const { menu, series, terms } = (await scan()).says
    expect({ menu, series, terms }).toEqual({ menu: undefined, series: [], terms: first.says.terms })
    expect(said).toEqual([
      expect.stringContaining('akademia/menu.yaml'),
      expect.stringContaining('akademia/series.yaml: field "0.title"'),
    ])
  }
})

test('YAML of an index is held to the schema of its file, in each release (SRC-62)', async () => {
  const path = join(newsroom, 'akademia/menu.yaml')
  await writeFile(path, '- title: Nauka\n  link: /nauka\n')
  const files = { own, program: async () => 'this one' }
  await start(files).titles()
  await written()
  const whole = await readFile(own, 'utf8')
  for (const link of ['"javascript:alert(1)"', '["/nauka"]', '{"__proto__":1}']) {
    const [first = '', lines = ''] = whole.split(/\n(.*)/s)
    const changed = first.replace('"link":"/nauka"', `"link":${link}`)
    const values: unknown = JSON.parse(changed).yaml.values
    const digest = digestOf(JSON.stringify(values))
    expect(changed).not.toBe(first)
    const before: string = JSON.parse(first).yaml.digest
    await writeFile(own, `${changed.replace(before, digest)}\n${lines}`)
    said = []
    expect(await start(files).titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
    expect(said).toEqual([expect.stringContaining('akademia/menu.yaml: field "0.link"')])
    // What was refused is not written again, and the next start parses the file.
    await until(
      () => readFile(own, 'utf8'),
      (now) => !now.includes('"link"'),
    )
  }
})

test('two processes write at once, and a disk that cannot be written is named once (SRC-62)', async () => {
  const both = [start(), start()]
  await Promise.all(both.map((one) => one.titles()))
  await written()
  await start().titles()
  expect(await read({ own })).toEqual([])
  expect(said).toEqual([])
  const closed = start({ own: '/dev/null/none/newsroom-index.jsonl' })
  expect(await closed.titles()).toEqual({ a: 'Pierwszy', b: 'Drugi' })
  await until(
    async () => said.length,
    (count) => count > 0,
  )
  await write('c', 'Trzeci')
  expect(await closed.titles()).toEqual({ a: 'Pierwszy', b: 'Drugi', c: 'Trzeci' })
  expect(said).toHaveLength(1)
})
