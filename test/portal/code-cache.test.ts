import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'
const NAMED = new RegExp(`-${process.version}-${process.arch}$`)

let root: string
let portal: PortalProcess | undefined
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'code-cache-'))
  const links = (await readdir(ROOT)).filter((name) => name !== 'dist' && !name.startsWith('.'))
  await Promise.all(links.map((name) => symlink(join(ROOT, name), join(root, name))))
  await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  await rm(root, { recursive: true, force: true })
})

const compiled = (name = ''): string => join(root, 'dist/compiled', name)
const kept = async (): Promise<string[]> =>
  (await readdir(compiled())).filter((name) => NAMED.test(name)).sort((one, other) => one.localeCompare(other))

/** @returns the bench's article, as this start renders it */
async function startAndEnd(): Promise<string> {
  portal = await startProcess({ PAGE_CACHE_FILE: 'off' }, { root })
  await portal.ready()
  const { status, text } = await portal.ask(ARTICLE)
  portal.child.kill('SIGTERM')
  expect([status, await portal.exit(), portal.complaints]).toEqual([200, 0, ''])
  return text
}

test('scripts are as strict as the modules that they were', async () => {
  const folder = join(ROOT, 'dist/chunks/server')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.cjs'))
  expect(scripts.length).toBeGreaterThan(2)
  for (const name of scripts) {
    const beginning = (await readFile(join(folder, name), 'utf8')).slice(0, 100)
    expect([name, beginning]).toEqual([name, expect.stringContaining('{"use strict";')])
  }
})

test('a start keeps what it has compiled, and a damaged file is compiled and kept again (PERF-5)', async () => {
  await rm(compiled(), { recursive: true, force: true })
  const first = await startAndEnd()
  const names = await kept()
  const chunks = await readdir(join(root, 'dist/chunks/server'))
  expect(names.map((name) => name.replace(NAMED, ''))).toEqual(
    chunks.filter((name) => name.endsWith('.cjs')).sort((one, other) => one.localeCompare(other)),
  )
  expect(names.length).toBeGreaterThan(2)
  const whole = await Promise.all(names.map((name) => readFile(compiled(name))))
  expect(await startAndEnd()).toBe(first)
  // Nothing was written again.
  expect(await Promise.all(names.map((name) => readFile(compiled(name))))).toEqual(whole)
  for (const [index, name] of names.entries()) {
    const bytes = Buffer.from(whole[index] ?? '')
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    await writeFile(compiled(name), index === 0 ? bytes.subarray(0, bytes.length - 9) : bytes)
  }
  const damaged = await Promise.all(names.map((name) => readFile(compiled(name))))
  expect(await startAndEnd()).toBe(first)
  for (const [index, name] of (await kept()).entries())
    expect(await readFile(compiled(name))).not.toEqual(damaged[index])
})

test.each([
  ['ends at once', 'process.exit(1)'],
  [
    'breaks off the article',
    `require('node:http').createServer(({ url }, response) => {
      if (url === '/') response.end('<a href="/2026/01/artykul">')
      else response.destroy()
    }).listen(0, function () {
      console.log(JSON.stringify({ port: this.address().port, msg: 'listening' }))
    })`,
  ],
])('a build goes on when its first start %s', async (_what, program) => {
  const build = join(root, 'broken')
  await mkdir(build)
  await writeFile(join(build, 'package.json'), '{}')
  await writeFile(join(build, 'server.js'), program)
  const script = `import { startOnce } from './build/first-start.mjs'
await startOnce(process.argv[1])
console.log('went on')`
  const output = execFileSync('node', ['--input-type=module', '-e', script, build], { cwd: ROOT, encoding: 'utf8' })
  expect(output).toBe('went on\n')
})
