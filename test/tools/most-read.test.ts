import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const PATH = '/2026/11/multisig-dwa-z-trzech'
const READER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept: 'text/html',
}

let portal: PortalProcess
beforeAll(async () => {
  portal = await startProcess({ METRICS_TOKEN: TOKEN })
  await portal.ready()
})
afterAll(() => portal.stop())

interface Ended {
  code: number
  out: string
  errors: string
}

/** `npm run most-read`, as an editor runs it. */
async function run(args: string[], variables: Record<string, string> = { METRICS_TOKEN: TOKEN }): Promise<Ended> {
  const env = { PATH: process.env.PATH, SITE_DIR: 'sites/szpalta', PORT: String(portal.port), ...variables }
  try {
    const { stdout, stderr } = await promisify(execFile)('node', ['dist/most-read.js', ...args], { cwd: ROOT, env })
    return { code: 0, out: stdout, errors: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, errors: stderr }
  }
}

test('editors see titles and views by window, of one service or of all (READ-7)', async () => {
  for (let view = 0; view < 5; view++) await portal.ask(PATH, { headers: READER })
  const { code, out } = await until(
    () => run(['--window', '1h']),
    // The rankings with which the article was rendered are used for some seconds.
    (ended) => new RegExp(`^ +5 +5 +5 {2}Dwa klucze.*${PATH}$`, 'm').test(ended.out),
    30_000,
  )
  expect(code).toBe(0)
  expect(out).toMatch(/^akademia, most read of 1h$/m)
  const other = await run(['--window', '1h', '--service', 'plus'])
  expect([other.code, other.out.includes('akademia'), other.out.includes('plus, most read of 1h')]).toEqual([
    0,
    false,
    true,
  ])
})

test('it says what keeps it from the figures (READ-7)', async () => {
  expect(await run(['--window', '1y'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('usage: npm run most-read'),
  })
  expect(await run([], {})).toMatchObject({ code: 1, errors: expect.stringContaining('METRICS_TOKEN is not set') })
  const wrong = await run([], { METRICS_TOKEN: 'inny-dlugi-token' })
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('status 401') })
  const clear = await run(['--from', 'http://szpalta.example'])
  expect(clear).toMatchObject({ code: 2, errors: expect.stringContaining('with https:') })
})
