import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { debianProgram } from '../support/debian-program.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const UNITS = join(ROOT, 'deploy/systemd')
const analyze = debianProgram('systemd-analyze', 'systemd') ?? ''
const strace = debianProgram('strace', 'strace') ?? ''
/**
 * Node raises its limit of open files, libuv sets priorities, V8 requests protection keys: all continue without. SQLite
 * gives files to their owner when it is root, which the unit is not.
 */
const MAY_FAIL = new Set(['prlimit64', 'setpriority', 'pkey_alloc', 'pkey_mprotect', 'fchown'])
const describeWithSystemd = analyze === '' ? describe.skip : describe

describeWithSystemd('the unit of systemd', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'units-'))
    for (const name of ['szpalta.service', 'szpalta.socket']) {
      const text = await readFile(join(UNITS, name), 'utf8')
      await writeFile(join(folder, name), text.replace('/usr/bin/node', process.execPath))
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('DEP-15 systemd reports no problem with it', async () => {
    const files = (await readdir(folder)).map((name) => join(folder, name))
    const { stdout, stderr } = await run(analyze, ['verify', ...files])
    expect(stdout + stderr).toBe('')
  })

  test('DEP-15 its exposure is 1.3 or less', async () => {
    const { stdout } = await run(analyze, ['security', '--offline=yes', '--no-pager', join(folder, 'szpalta.service')])
    const [, level] = /Overall exposure level for szpalta\.service: ([\d.]+)/.exec(stdout) ?? []
    process.stderr.write(`\n  systemd-analyze security: ${level}\n\n`)
    expect(Number(level)).toBeLessThanOrEqual(1.3)
  })

  const testWithStrace = strace === '' ? test.skip : test
  testWithStrace(
    'DEP-15 the portal makes no system call that the unit forbids, but for those that may fail',
    async () => {
      const unit = await readFile(join(UNITS, 'szpalta.service'), 'utf8')
      const [allowed = '', forbidden = ''] = [...unit.matchAll(/^SystemCallFilter=~?(.*)$/gm)].map(([, list]) => list)
      const out = await callsOf(forbidden.split(' '))
      const may = [...(await callsOf(allowed.split(' ')))].filter((name) => !out.has(name))
      const made = await madeCalls(join(folder, 'calls'))
      expect(made).toEqual(expect.arrayContaining(['accept4', 'epoll_pwait', 'statx', 'write']))
      expect(made.filter((name) => !may.includes(name) && !MAY_FAIL.has(name))).toEqual([])
    },
  )
})

/** Names of the system calls in sets, as systemd defines them. */
async function callsOf(sets: readonly string[]): Promise<Set<string>> {
  const directives = new Set<string>()
  for (const set of sets) {
    if (!set.startsWith('@')) {
      directives.add(set)
      continue
    }
    const { stdout } = await run(analyze, ['syscall-filter', '--no-pager', set])
    const items = stdout.split('\n').flatMap((line) => /^ {4}([@\w][\w-]*)$/.exec(line)?.[1] ?? [])
    for (const name of await callsOf(items)) directives.add(name)
  }
  return directives
}

/** The portal's system calls from its start to its end: pages, an image, a subscriber, workers, a drain. */
async function madeCalls(file: string): Promise<string[]> {
  const data = await mkdtemp(join(tmpdir(), 'traced-'))
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: port,
    WEB_CONCURRENCY: '2',
    SUBSCRIBERS_FILE: join(data, 'subscribers.sqlite'),
    PAGE_CACHE_FILE: join(data, 'pages.bin'),
  }
  const args = ['-f', '-qq', '-c', '-U', 'name', '-o', file, process.execPath, 'dist/server.js']
  const traced = spawn(strace, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  traced.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  try {
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    await until(
      () => output.match(/"msg":"ready"/g)?.length ?? 0,
      (count) => count === 2,
      60_000,
    )
    const [year = ''] = await readdir(join(ROOT, 'newsroom/images'))
    const [month = ''] = await readdir(join(ROOT, 'newsroom/images', year))
    const [image = ''] = await readdir(join(ROOT, 'newsroom/images', year, month))
    const path = `/media/${year}/${month}/${image.replace(/\.\w+$/, '.webp')}`
    expect((await ask(path, { headers: { accept: 'image/avif' } })).status).toBe(200)
    for (const page of ['/', '/search?s=klucz', '/sitemap.xml']) expect((await ask(page)).status).toBe(200)
    const body = JSON.stringify({ email: 'jan@example.com', consent: true })
    const posted = await ask('/api/sare/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(posted.status).toBe(200)
  } finally {
    const ended = once(traced, 'close')
    // The traced process is the primary; the tracer ends with it.
    const primary = (await readFile(`/proc/${traced.pid}/task/${traced.pid}/children`, 'utf8')).trim().split(' ')[0]
    process.kill(Number(primary), 'SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  // A heading, a line per call, the sum.
  const names = (await readFile(file, 'utf8'))
    .split('\n')
    .flatMap((line) => /^([a-z_]\w*)$/.exec(line.trim())?.[1] ?? [])
  return names.filter((name) => name !== 'syscall' && name !== 'total')
}
