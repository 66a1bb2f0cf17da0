import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Response as PageResponse } from 'playwright-core'
import { objections } from '../support/axe.ts'
import { BROKEN_FILES } from '../support/broken-files.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { reportViolations } from '../support/policy-violations.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

jest.setTimeout(120_000)

/** The parts of the project that `npm run dev` needs. */
const COPIED = [
  'amp',
  'build',
  'development',
  'mail',
  'newsroom',
  'public',
  'sites',
  'src',
  'tools',
  'views',
  'package.json',
  'tsconfig.json',
]
const ARTICLE = '/2026/04/co-naprawde-przechowuje-portfel'
/** Patience for a busy machine. */
const SOON = 60_000
const QUIET = 2000

/** @throws {Error} with the terminal's output, when it does not happen in time */
const happens = (isSo: () => boolean | Promise<boolean>): Promise<boolean> => explained(until(isSo, Boolean, SOON))

/** @throws {Error} with the terminal's output, and whether the process goes on and listens */
async function explained<T>(happening: Promise<T>): Promise<T> {
  try {
    return await happening
  } catch (error) {
    const { exitCode, signalCode } = child
    const state = exitCode === null && signalCode === null ? 'goes on' : `has ended (${signalCode ?? exitCode})`
    const hosts = await Promise.all(['127.0.0.1', '[::1]'].map(listens))
    throw new Error(`${error}\nnpm run dev ${state}; ${hosts.join(', ')}\n${output}`, { cause: error })
  }
}

async function listens(host: string): Promise<string> {
  const status = fetch(`http://${host}:${port}/`, { signal: AbortSignal.timeout(QUIET) }).then(
    (response) => response.status,
  )
  return `${host}: ${await status.catch((error: unknown) => (error instanceof Error ? (error.cause ?? error) : error))}`
}

let folder: string
let port: number
let child: ChildProcess
let output = ''
/** Builds announced to pages so far. */
let builds: string[] = []
let browser: TestBrowser
const violations: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watching-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  child = spawn('node', ['development/dev.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), SUBSCRIBERS_FILE: '/dev/null/none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  await happens(() => output.includes(`port ${port} is taken`))
  other.close()
  await happens(() => output.includes(' ms\n'))
  void listen()
  await happens(() => builds.length > 0)
  browser = await startBrowser((url) => url.hostname === 'localhost')
})

afterAll(async () => {
  await browser?.close()
  if (child.exitCode === null) {
    const ended = once(child, 'close')
    child.kill('SIGINT')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

/** Follows the announcements, like a page's script. */
async function listen(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/__development/events`)
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      builds = [...builds, ...decoder.decode(chunk).matchAll(/^data: (.+)$/gm)].map(String)
    }
  } catch {
    // The stream ends with the process.
  }
}

const page = async (path: string): Promise<{ status: number; text: string }> => {
  const response = await explained(fetch(`http://127.0.0.1:${port}${path}`))
  return { status: response.status, text: await response.text() }
}
const openedAt = (shown: Page, path: string): Promise<PageResponse | null> =>
  explained(shown.goto(`http://localhost:${port}${path}`))
const textOf = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

/** @returns milliseconds until the build is announced */
async function save(path: string, text: string): Promise<number> {
  await rest()
  const before = builds.length
  const savedAt = performance.now()
  await writeFile(join(folder, path), text)
  await happens(() => builds.length > before)
  return performance.now() - savedAt
}

async function change(path: string, from: string, to: string): Promise<number> {
  const text = await textOf(path)
  expect(text).toContain(from)
  return save(path, text.replaceAll(from, to))
}

/** Waits until no build is under way: a file written in two steps may be built twice. */
async function rest(): Promise<void> {
  let before = -1
  while (before !== builds.length) {
    before = builds.length
    await wait(QUIET)
  }
}

const assetsOf = async (pattern: RegExp): Promise<string> => pattern.exec((await page('/')).text)?.[0] ?? ''

describe('saved changes are on the next page', () => {
  const figures: Record<string, number> = {}
  afterAll(() => {
    const shown = Object.entries(figures).map(([what, ms]) => `${what} ${Math.round(ms)} ms`)
    console.info(`from the save to the reload: ${shown.join(', ')}`)
  })

  test('interface text', async () => {
    figures.copy = await change('src/languages/messages/pl.ts', 'Przejdź do treści', 'Przejdź do nowej treści')
    expect((await page('/')).text).toContain('Przejdź do nowej treści')
  })

  test('server code', async () => {
    figures.server = await change('views/components/footer.tsx', '<footer', '<footer data-watched="yes"')
    expect((await page('/')).text).toContain('data-watched="yes"')
  })

  test('browser code', async () => {
    const asset = /\/assets\/boot-[A-Z0-9]{8}\.js/
    const before = await assetsOf(asset)
    figures.browser = await save(
      'src/client/boot/header.ts',
      `${await textOf('src/client/boot/header.ts')}\nglobalThis.name = 'watched'\n`,
    )
    expect(await assetsOf(asset)).not.toBe(before)
    expect((await page(await assetsOf(asset))).text).toContain('watched')
  })

  test('style', async () => {
    const asset = /\/assets\/app-[A-Z0-9]{8}\.css/
    figures.style = await save(
      'views/styles/base.css',
      `${await textOf('views/styles/base.css')}\n.watched { top: 7px; }\n`,
    )
    expect((await page(await assetsOf(asset))).text).toContain('.watched{top:7px}')
  })

  test('style of AMP documents', async () => {
    figures.amp = await save('amp/styles/base.css', `${await textOf('amp/styles/base.css')}\n.watched { top: 7px; }\n`)
    expect((await page(`/wp-json/amp/v2/post${ARTICLE}`)).text).toContain('.watched{top:7px}')
  })

  test('an article', async () => {
    const file = `newsroom/akademia/articles/${ARTICLE.split('/').at(-1)}.html`
    figures.article = await save(
      file,
      `${await textOf(file)}\n<!-- wp:paragraph --><p>Akapit dopisany.</p><!-- /wp:paragraph -->\n`,
    )
    expect((await page(ARTICLE)).text).toContain('Akapit dopisany.')
  })

  test('the site folder', async () => {
    figures.site = await change('sites/szpalta/services/akademia.yaml', 'title: News', 'title: Wieści')
    expect((await page('/')).text).toContain('Wieści')
  })

  test('a file in a new folder', async () => {
    await mkdir(join(folder, 'src/another/room'), { recursive: true })
    figures.folder = await save('src/another/room/new.ts', 'export const isNew = true\n')
  })
})

test('a compile error is shown in the terminal, and the last good build stays; once fixed, the change is there', async () => {
  const file = 'src/languages/messages/pl.ts'
  const good = await textOf(file)
  await rest()
  const before = builds.length
  await writeFile(join(folder, file), `${good}\nconst = 1\n`)
  await happens(() => output.includes('Expected identifier'))
  expect(output).toContain('src/languages/messages/pl.ts')
  expect((await page('/')).status).toBe(200)
  expect(builds).toHaveLength(before)
  await save(file, good.replaceAll('Przejdź do nowej treści', 'Przejdź do naprawionej treści'))
  expect((await page('/')).text).toContain('Przejdź do naprawionej treści')
})

test('a build that compiles and does not start leaves the last good one in place', async () => {
  const file = 'src/portal/content.ts'
  const good = await textOf(file)
  await rest()
  const before = builds.length
  await writeFile(join(folder, file), `${good}\nthrow new Error('broken at the start')\n`)
  await happens(() => output.includes('broken at the start') && output.includes('the server has ended'))
  expect((await page('/')).status).toBe(200)
  expect(builds).toHaveLength(before)
  await save(file, good)
  expect((await page('/')).status).toBe(200)
})

test('an open page reloads, under the security policy of production', async () => {
  const shown = await browser.context.newPage()
  await reportViolations(shown, (violation) => violations.push(violation))
  await openedAt(shown, '/')
  await change('src/languages/messages/pl.ts', 'Przejdź do naprawionej treści', 'Przejdź do trzeciej treści')
  await shown.getByText('Przejdź do trzeciej treści').waitFor({ state: 'attached', timeout: SOON })
  const headers = (await openedAt(shown, '/'))?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(violations).toEqual([])
  await shown.close()
})

test('thirty broken files are named by the terminal and by an open page, until they are mended (SRC-72)', async () => {
  const own = await browser.context.newPage()
  await reportViolations(own, (violation) => violations.push(violation))
  await openedAt(own, '/')
  const panel = own.getByRole('complementary', { name: 'Broken files of the newsroom' })
  expect(await panel.count()).toBe(0)
  const place = (file: string): string => join(folder, 'newsroom/akademia/articles', file)
  const said = output.length
  await Promise.all(BROKEN_FILES.map(([file, text]) => writeFile(place(file), text)))
  await own.getByText(`that cannot be read: ${BROKEN_FILES.length}`).waitFor({ timeout: SOON })
  const places = {
    terminal: () => Promise.resolve(output.slice(said).split('\n')),
    page: () => panel.getByRole('listitem').allTextContents(),
  }
  for (const [where, linesOf] of Object.entries(places)) {
    let unnamed: string[] = []
    // A large file may be read while it is written: the newest line about it counts.
    const areNamed = async (): Promise<boolean> => {
      const lines = (await linesOf()).filter((line) => /^(?: {2})?akademia\//.test(line))
      unnamed = BROKEN_FILES.flatMap(([file, , message]) => {
        const line = lines.findLast((one) => one.includes(`akademia/articles/${file}`))
        return line?.includes(message) ? [] : [`${file}: ${line}`]
      })
      return unnamed.length === 0
    }
    await until(areNamed, Boolean, SOON).catch(() => expect([where, unnamed]).toEqual([where, []]))
  }
  expect((await page(ARTICLE)).status).toBe(200)
  expect((await objections(own)).map(({ id }) => id)).toEqual([])
  await own.screenshot({ path: process.env.SHOT ?? join(folder, 'panel.png') })
  await own.setViewportSize({ width: 320, height: 640 })
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // One is mended, the others removed: the page loads itself again.
  const [mended = '', ...rest] = BROKEN_FILES.map(([file]) => file)
  await writeFile(place(mended), '---\ntitle: Naprawiony\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\n<p>Tekst.</p>\n')
  await Promise.all(rest.map((file) => rm(place(file))))
  await happens(() => output.slice(said).includes('all files of the newsroom can be read'))
  await panel.waitFor({ state: 'detached', timeout: SOON })
  expect((await page(`/2026/03/${mended.replace('.html', '')}`)).text).toContain('Naprawiony')
  expect(violations).toEqual([])
  await own.close()
})

test('the catalogue shows a block in every output, theme and width, and works by keyboard', async () => {
  const shown = await browser.context.newPage()
  await reportViolations(shown, (violation) => violations.push(violation))
  await openedAt(shown, '/__catalogue')
  await shown.getByRole('link', { name: 'quote', exact: true }).focus()
  await shown.keyboard.press('Enter')
  await shown.getByRole('heading', { name: 'quote', level: 1 }).waitFor()
  await shown.waitForLoadState('domcontentloaded')
  expect(await shown.locator('section:has(> h2)').first().locator('iframe').count()).toBe(3 * 2 * 3)
  await shown.getByRole('link', { name: '360', exact: true }).click()
  const frame = shown.frameLocator('iframe[title="page, dark, 360"]').first()
  await frame.getByText('Nie twoje klucze').waitFor()
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
  expect((await objections(shown)).map(({ id }) => id)).toEqual([])
  expect(violations).toEqual([])
  await shown.close()
})

test('Ctrl-C ends everything', async () => {
  const started = await descendants(child.pid ?? 0)
  expect(started.length).toBeGreaterThan(2)
  const ended = once(child, 'close')
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(0)
  const left = async (): Promise<number[]> => {
    const there = await Promise.all(started.map(async (pid) => ((await parentOf(pid)) === undefined ? [] : [pid])))
    return there.flat()
  }
  await happens(async () => (await left()).length === 0)
})

/** All descendants of a process. */
async function descendants(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)))
  const below = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([own]) => [own, ...below(own)])
  return below(root)
}

/** Undefined: it has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const [state, parent] = await readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => text.slice(text.lastIndexOf(')') + 2).split(' '),
    () => [],
  )
  return state === undefined || state === 'Z' ? undefined : Number(parent)
}
