import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pino } from 'pino'
import { lateModulesOf, loadLateModules } from '../../src/portal/late-modules.ts'
import { createServices } from '../support/customer-site.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const PAUSES = { start: 0, module: 0 }
const logTo = (lines: string[]) => pino({ level: 'debug' }, { write: (line) => void lines.push(line) })

test('one module is loaded after the other, and failures are one line of the log', async () => {
  const loaded: number[] = []
  const lines: string[] = []
  const fails = () => Promise.reject(new Error('EMFILE'))
  const modules = [async () => void loaded.push(1), fails, fails, () => void loaded.push(2)]
  await loadLateModules(logTo(lines), new AbortController().signal, modules, PAUSES)
  expect(loaded).toEqual([1, 2])
  expect(lines.map((line) => line.includes('EMFILE'))).toEqual([true])
})

test('a process that ends loads no more', async () => {
  const loaded: number[] = []
  const ending = new AbortController()
  const modules = [
    () => {
      loaded.push(1)
      ending.abort()
    },
    () => void loaded.push(2),
  ]
  await loadLateModules(logTo([]), ending.signal, modules, PAUSES)
  expect(loaded).toEqual([1])
})

test('every module that a late handler loads is loaded in advance', async () => {
  const importsOf = async (file: string): Promise<string[]> => {
    const source = await readFile(join(ROOT, file), 'utf8')
    return [...source.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
      relative(ROOT, join(ROOT, dirname(file), path)),
    )
  }
  const files = (await readdir(join(ROOT, 'src'), { recursive: true }))
    .map((name) => join('src', name))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('src/client/'))
  const late: string[] = []
  for (const file of files) {
    if (/\blateHandler\(/.test(await readFile(join(ROOT, file), 'utf8'))) late.push(...(await importsOf(file)))
  }
  expect(late.length).toBeGreaterThan(3)
  const advanced = await importsOf('src/portal/late-modules.ts')
  expect(late.filter((module) => !advanced.includes(module))).toEqual([])
})

test('a feature that is off has nothing loaded, and one that is on has all of its modules loaded', async () => {
  const services = {}
  const off = lateModulesOf({ services })
  const figures = lateModulesOf({ services, metricsToken: 'a-token-of-twenty-letters' })
  const open = { markdown: true, enforce: false }
  const machines = lateModulesOf({ services: { open: { ...createServices().akademia, crawlers: open } } })
  const desk = lateModulesOf({ services, desk: { branch: 'main', folder: 'newsroom', hasReview: false } })
  const git = lateModulesOf({
    services,
    gitNewsroom: {
      url: 'https://git.example/newsroom',
      maxPack: 1,
      folder: 'data/newsroom',
      shown: 'data/newsroom/shown',
    },
  })
  expect([desk, git, figures, machines].map(({ length }) => length - off.length)).toEqual([2, 2, 2, 1])
})

describe('a process whose build is removed a while after its start', () => {
  let folder: string
  let portal: PortalProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'late-'))
    for (const name of ['dist', 'newsroom', 'public', 'sites', 'package.json']) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true })
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    portal = await startProcess({ LOG_LEVEL: 'debug' }, { root: folder })
    await until(() => portal.output.includes('late modules are loaded'), Boolean, 60_000)
    await rm(join(folder, 'dist/chunks'), { recursive: true })
  })
  afterAll(async () => {
    await portal?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'
  test.each([
    '/api/feed/feed-gn',
    '/api/feed/rss',
    '/api/feed/podcast',
    '/api/feed/comments',
    `/wp-json/amp/v2/post${ARTICLE}`,
    '/sitemap.xml',
    '/news-sitemap.xml',
  ])('answers %s', async (path) => {
    expect([200, 404]).toContain(await portal.status(path))
  })

  test('reads what is sent to it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await portal.ask('/api/sare/', { method: 'POST', body: 'email=x', headers })
    expect(status).toBeLessThan(500)
  })
})
