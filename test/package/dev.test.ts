import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { debianProgram } from '../support/debian-program.ts'
import { projectWithPackage } from '../support/packed.ts'
import { reportViolations } from '../support/policy-violations.ts'
import { freePort } from '../support/process.ts'
import { until } from '../support/until.ts'

jest.setTimeout(120_000)

/** `npx szpalta dev` in a project that has the program as a package, in a terminal and without one. */

const COMMAND = 'node_modules/szpalta/bin/szpalta.mjs'
const SCRIPT = debianProgram('script', 'bsdutils')
const INTERRUPT = '\x03'
const SOON = 60_000

let project: string
let temporary: string
let articles: string
let browser: TestBrowser
const running: ChildProcess[] = []
const violations: string[] = []

beforeAll(async () => {
  ;({ project } = await projectWithPackage())
  temporary = join(project, 'temporary')
  await mkdir(temporary)
  const args = [COMMAND, 'site:new', 'gazeta', '--folder', 'site', '--title', 'Harbour News', '--language', 'en']
  await promisify(execFile)(process.execPath, args, { cwd: project })
  articles = join(project, 'site/newsroom/gazeta/articles')
  browser = await startBrowser((url) => url.hostname === 'localhost')
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
})
afterAll(async () => {
  await browser.close()
  await rm(project, { recursive: true })
})

interface Run {
  child: ChildProcess
  port: number
  said(): string
  says(words: string): Promise<void>
}

async function run(inTerminal: boolean, args: readonly string[] = []): Promise<Run> {
  const port = await freePort()
  const command = [process.execPath, COMMAND, 'dev', '--port', String(port), ...args]
  const [program = '', ...rest] = inTerminal
    ? [SCRIPT ?? 'script', '-qefc', `exec ${command.join(' ')}`, '/dev/null']
    : command
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', TMPDIR: temporary }
  const child = spawn(program, rest, { cwd: project, env, stdio: 'pipe' })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk))
  const said = (): string => text.replaceAll('\r', '')
  const says = async (words: string): Promise<void> => {
    await until(() => said().includes(words) || child.exitCode !== null, Boolean, SOON)
    expect(said()).toContain(words)
  }
  return { child, port, said, says }
}

const article = (title: string, date = 'date: 2026-03-01T10:00\n'): string =>
  `---\ntitle: ${title}\nlead: A lead.\n${date}---\n<p>It sails.</p>\n`

const describeInTerminal = SCRIPT === undefined ? describe.skip : describe

describeInTerminal('in a terminal', () => {
  test('SITE-22 an open page loads itself again and names broken files, under the security policy of production', async () => {
    const { child, port, said, says } = await run(true)
    await says('Ctrl-C ends it')
    expect(said()).toContain(`Harbour News   http://localhost:${port}\n`)
    const page = await browser.context.newPage()
    await reportViolations(page, (violation) => violations.push(violation))
    const headers = (await page.goto(`http://localhost:${port}/`))?.headers() ?? {}
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")

    await writeFile(join(articles, 'ferry.html'), article('A ferry sails'))
    await page.getByText('A ferry sails').first().waitFor({ state: 'attached', timeout: SOON })
    await says('site/newsroom/gazeta/articles/ferry.html: saved and shown (')

    await writeFile(join(articles, 'ferry.html'), article('A ferry sails', ''))
    const words = 'gazeta/articles/ferry.html: no date: write "date: 2026-03-01T10:00" into the front matter'
    const panel = page.getByRole('complementary', { name: 'Broken files of the newsroom' })
    await panel.getByText(words).waitFor({ timeout: SOON })
    await says(`files of the newsroom that cannot be read: 1\n  ${words}\n`)
    expect(said()).toContain('ferry.html: saved, and cannot be read (')

    await writeFile(join(articles, 'ferry.html'), article('A ferry has sailed'))
    await says('all files of the newsroom can be read')
    await page.getByText('A ferry has sailed').first().waitFor({ state: 'attached', timeout: SOON })
    await panel.waitFor({ state: 'detached', timeout: SOON })
    await rm(join(articles, 'ferry.html'))
    await says('ferry.html: removed (')

    const service = join(project, 'site/services/gazeta.yaml')
    const written = await readFile(service, 'utf8')
    await writeFile(service, written.replace('title: "Harbour News"', 'title: "Quay News"'))
    await page.getByText('Quay News').first().waitFor({ state: 'attached', timeout: SOON })
    await writeFile(service, `colour: red\n${written}`)
    await says('what was shown before stays')
    expect(said()).toContain('services/gazeta.yaml:1:1')
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('Quay News')
    await writeFile(service, written)
    await page.getByText('Harbour News').first().waitFor({ state: 'attached', timeout: SOON })

    expect(violations).toEqual([])
    expect(said()).not.toContain('{"level"')
    await page.close()
    expect(await readdir(temporary)).toEqual([expect.stringMatching(/^szpalta-dev-/)])
    const ended = once(child, 'close')
    child.stdin?.write(INTERRUPT)
    expect((await ended)[0]).toBe(0)
    expect(said().trimEnd()).toMatch(/Stopped\.$/)
    expect(await readdir(temporary)).toEqual([])
  })

  test('SITE-22 a port that is none is said', async () => {
    const { child, says } = await run(true, ['--port', '99999'])
    await says('"99999" is no port: 0 to 65535')
    await until(
      () => child.exitCode,
      (code) => code === 1,
    )
  })
})

test('SITE-22 without a terminal it has JSON lines', async () => {
  const { said, says } = await run(false)
  await says('"msg":"ready"')
  await writeFile(join(articles, 'tide.html'), article('The tide', ''))
  await says('"msg":"files of the newsroom that cannot be read"')
  await rm(join(articles, 'tide.html'))
  await says('"msg":"all files of the newsroom can be read"')
  const lines = said()
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'saved, and cannot be read', file: 'site/newsroom/gazeta/articles/tide.html' }),
  )
})
