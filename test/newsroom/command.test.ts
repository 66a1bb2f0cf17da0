import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeFiles } from '../support/moved-site.ts'
import { temporaryFolder, textOf } from '../support/newsroom-import.ts'
import { ROOT } from '../support/root.ts'
import { WXR_HEAD, WXR_TAIL, wxr, wxrItem } from '../support/wxr.ts'

/** Items of the large file, and characters of each. */
const [ITEMS, CHARACTERS] = [2000, 36_000]
/** Less than the file: a parser that kept the file in memory would fail. */
const HEAP_MB = 64

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
})
afterEach(() => remove())

interface Run {
  child: ChildProcess
  ended: Promise<{ code: number | null; out: string; err: string }>
}

function start(command: string, args: string[], variables: Record<string, string> = {}, flags: string[] = []): Run {
  const child = spawn(process.execPath, [...flags, join(ROOT, `dist/${command}-newsroom.js`), ...args], {
    env: { PATH: process.env.PATH, ...variables },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })) }
}

const run = (command: string, args: string[], variables?: Record<string, string>, flags?: string[]) =>
  start(command, args, variables, flags).ended

async function writeLarge(file: string): Promise<void> {
  function* pieces() {
    yield WXR_HEAD
    for (let id = 1; id <= ITEMS; id++) yield wxrItem({ id, content: `${id} ${'słowo '.repeat(CHARACTERS / 6)}` })
    yield WXR_TAIL
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file))
}

test.each([
  ['import', []],
  ['import', ['a', 'b']],
  ['import', ['a.xml', '--format', 'word']],
  ['import', ['a.xml', '--nonsense']],
  ['export', []],
])('%s %j prints the usage, and ends with 2', async (command, args) => {
  const { code, err } = await run(command, args)
  expect([code, err.startsWith('usage:')]).toEqual([2, true])
})

test('a file that is missing, or is no WXR, ends with 1 and one line', async () => {
  expect(await run('import', [join(folder, 'nie-ma.xml'), '--into', folder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no file'),
  })
  await writeFile(join(folder, 'a.xml'), '<html></html>')
  const { code, err } = await run('import', [join(folder, 'a.xml'), '--into', join(folder, 'n')])
  expect([code, err]).toEqual([1, expect.stringContaining('not a WXR file')])
  expect(err).not.toContain('    at ')
})

test('an import and an export, with plain lines where there is no terminal', async () => {
  const [file, newsroom, again] = [join(folder, 'a.xml'), join(folder, 'n'), join(folder, 'b.xml')]
  await writeFile(file, wxr(wxrItem({ slug: 'a' }), wxrItem({ id: 2, status: 'draft', title: 'Szkic' })))
  const imported = await run('import', [file, '--drafts', '--no-images'], { NEWSROOM_DIR: newsroom, SERVICE: 'post' })
  expect(imported).toMatchObject({ code: 0, err: 'reading 0\nreading 6\nimporting 0/2\nimporting 2/2\n' })
  expect(imported.out).toContain('2 imported, 0 updated, 0 unchanged, 0 skipped')
  expect(await readdir(join(newsroom, 'post/articles'))).toEqual(['a.html', 'wpis-2.html'])
  expect(await textOf(newsroom, 'post/articles/wpis-2.html')).toContain('\ndraft: true\n')
  const exported = await run('export', [again], { NEWSROOM_DIR: newsroom, SERVICE: 'post' })
  expect(exported.code).toBe(0)
  expect(await textOf(folder, 'b.xml')).toContain('<wp:post_name>a</wp:post_name>')
  expect((await readdir(folder)).sort()).toEqual(['a.xml', 'b.xml', 'n'])
})

test('a folder of Jekyll: a dry run, an article that lost something, and a run that lost nothing (SRC-74)', async () => {
  const [site, newsroom] = [join(folder, 'site'), join(folder, 'n')]
  await writeFiles(site, {
    '_config.yml': 'url: https://jekyll.example\n',
    '_posts/2023-01-05-a.md': '---\ntitle: A\n---\nPrzed {% include x.html %} po.\n',
  })
  const dry = await run('import', [site, '--into', newsroom, '--dry-run'])
  expect([dry.code, dry.out]).toEqual([3, expect.stringContaining('a dry run: nothing was written')])
  expect(await readdir(folder)).toEqual(['site'])
  const lossy = await run('import', [site, '--into', newsroom])
  expect([lossy.code, lossy.out]).toEqual([
    3,
    expect.stringContaining('line 4: template "{% include x.html %}" is left out'),
  ])
  expect(lossy.out).toContain(`REDIRECTS_FILE=${newsroom}/redirects.csv`)
  expect(await textOf(newsroom, 'akademia/articles/a.md')).toContain('Przed  po.')
  const again = await run('import', [site, '--into', newsroom, '--format', 'html'])
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('0 imported, 0 updated, 1 unchanged')])
})

test('thousands of articles fit through a heap smaller than their file; an interrupted import resumes', async () => {
  const file = join(folder, 'large.xml')
  await writeLarge(file)
  const newsroom = join(folder, 'n')
  const count = async () => (await readdir(join(newsroom, 'akademia/articles')).catch(() => [])).length
  const flags = [`--max-old-space-size=${HEAP_MB}`]
  const first = start('import', [file, '--into', newsroom], {}, flags)
  while ((await count()) < 100) await new Promise((resolve) => setTimeout(resolve, 50))
  first.child.kill('SIGINT')
  const interrupted = await first.ended
  expect([interrupted.code, interrupted.out]).toEqual([130, expect.stringContaining('interrupted')])
  const written = await count()
  expect(written).toBeLessThan(ITEMS)
  const { code, out } = await run('import', [file, '--into', newsroom], {}, flags)
  expect(out).toContain(`${ITEMS - written} imported, 0 updated, ${written} unchanged, 0 skipped, 0 failed`)
  expect(code).toBe(0)
  expect(await count()).toBe(ITEMS)
}, 180_000)
