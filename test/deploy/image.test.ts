import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import { debianProgram } from '../support/debian-program.ts'
import { type BuiltImage, buildImage, IN_ROOT } from '../support/image-build.ts'
import { memoryGroup } from '../support/memory-group.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const DOCKERFILE = join(ROOT, 'deploy/Dockerfile')
const MEGABYTE = 1024 * 1024
const MOST_BYTES = 220 * MEGABYTE
/** What the smallest plans of platforms have. */
const LEAST_MEMORY = 256 * MEGABYTE
const USER = 65532

test('DEP-1 the Dockerfile passes its linter', async () => {
  const problems = validate(await readFile(DOCKERFILE, 'utf8'))
  expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
})

test('DEP-1 its last stage runs nothing, and its commands need no shell', async () => {
  const text = await readFile(DOCKERFILE, 'utf8')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  expect(last).not.toMatch(/^(?:RUN|ENTRYPOINT|SHELL|ADD)\b/m)
  expect(last.match(/^(?:CMD|HEALTHCHECK.* CMD) \[.*\]$/gm)).toHaveLength(2)
  expect(text).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim$/m)
})

test.each([
  ['amd64', 'x64'],
  ['arm64', 'arm64'],
])('DEP-1 for %s it has the binaries of that architecture, whatever the builder is', async (target, cpu) => {
  const folder = await mkdtemp(join(tmpdir(), 'image-packages-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(ROOT, file), join(folder, file))
    const dockerfile = (await readFile(DOCKERFILE, 'utf8')).replaceAll('\\\n', '')
    const [, command = ''] = /^RUN --mount=\S+ +(set -e;.* npm ci --omit=dev .*)$/m.exec(dockerfile) ?? []
    expect(command).toContain('$cpu')
    await run('sh', ['-c', command], { cwd: folder, env: { ...process.env, TARGETARCH: target } })
    const installed = join(folder, 'node_modules')
    expect(await readdir(join(installed, '@photostructure/sqlite/prebuilds'))).toEqual([`linux-${cpu}`])
    expect((await readdir(join(installed, '@img'))).sort()).toEqual(
      ['colour', `sharp-libvips-linux-${cpu}`, `sharp-linux-${cpu}`].sort(),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

const hasDebian =
  debianProgram('dpkg-deb', 'dpkg') !== undefined && debianProgram('unshare', 'util-linux') !== undefined
const isRoot = process.getuid?.() === 0
if (!isRoot) process.stderr.write('SKIPPED: the image is built by root only\n')
const describeAsRoot = hasDebian && isRoot ? describe : describe.skip

describeAsRoot('the image, its steps carried out in empty roots', () => {
  let image: BuiltImage
  let data: string
  let child: ChildProcess | undefined
  beforeAll(async () => {
    image = await buildImage(DOCKERFILE)
    data = await mkdtemp(join(tmpdir(), 'image-data-'))
    // A new volume inherits the owner of the folder that it hides.
    const { uid, gid } = await lstat(join(image.root, 'app/data'))
    await run('chown', [`${uid}:${gid}`, data])
  }, 600_000)
  afterEach(async () => {
    if (child && child.exitCode === null) {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    }
    child = undefined
  })
  afterAll(async () => {
    await image?.remove()
    if (data) await rm(data, { recursive: true, force: true })
  })

  /** As an engine runs it with a read-only root: only the two volumes are writable, as the image's user. */
  const start = (
    command: readonly string[],
    environment: Record<string, string> = {},
    processes = '/dev/null',
  ): ChildProcess => {
    const [user = '', group = ''] = image.user.split(':')
    const script = `set -eu
echo $$ > ${processes}${IN_ROOT}
mkdir -p "$root/sys"
mount --rbind /sys "$root/sys"
mount --bind "$DATA" "$root/app/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd=${image.folder} --setgid=${group} --setuid=${user} "$@"`
    const args = ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', image.root, ...command]
    const env = { PATH: process.env.PATH, DATA: data, ...image.environment, ...environment }
    return spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const ended = async (command: readonly string[], environment?: Record<string, string>) => {
    const own = start(command, environment)
    let output = ''
    for (const stream of [own.stdout, own.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    await once(own, 'close')
    return { code: own.exitCode, output }
  }

  test('DEP-1 its files take at most 220 MB', async () => {
    const bytes = await bytesOf(image.root)
    const parts = await Promise.all(
      ['usr/local/bin/node', 'app/node_modules', 'app/dist', 'app/newsroom'].map(
        async (part) => `${part} ${((await bytesOf(join(image.root, part))) / MEGABYTE).toFixed(1)}`,
      ),
    )
    process.stderr.write(`\n  image: ${(bytes / MEGABYTE).toFixed(1)} MB (${parts.join(', ')})\n\n`)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  })

  test('DEP-1 it has no shell, no package manager, no tests and no sources', async () => {
    const names = await readdir(image.root, { recursive: true })
    const bin = names
      .filter((name) => /^usr\/(?:local\/)?s?bin\//.test(name))
      .filter((name) => !name.includes('ca-cert'))
    expect(bin.filter((name) => /\/(?:sh|dash|bash|apt|dpkg|npm|env)$/.test(name))).toEqual([])
    expect((await readdir(join(image.root, 'app'))).sort()).toEqual(
      ['LICENSE', 'data', 'dist', 'newsroom', 'node_modules', 'package.json', 'public', 'sites'].sort(),
    )
    // Including secrets of the machine that built it.
    expect(names.filter((name) => /^app\/(?:.*\/)?(?:\.env|\.npmrc|\.git)(?:\/|$)/.test(name))).toEqual([])
  })

  test('DEP-1 it declares a numeric user, its signal, its labels and its volumes', () => {
    expect([image.user, image.stopSignal, image.volumes]).toEqual([`${USER}:${USER}`, 'SIGTERM', ['/app/data', '/tmp']])
    expect(image.labels).toMatchObject({
      'org.opencontainers.image.title': 'Szpalta',
      'org.opencontainers.image.licenses': 'MIT',
    })
  })

  test('DEP-3 it serves with a read-only root as its user, is healthy, stores subscribers, and drains', async () => {
    const environment = { HOST: '127.0.0.1', PORT: String(await freePort()) }
    const url = `http://127.0.0.1:${environment.PORT}`
    expect((await ended(image.healthCheck, environment)).code).toBe(1)
    child = start(image.command, environment)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    await until(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
      20_000,
    )
    expect((await ended(image.healthCheck, environment)).code).toBe(0)
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    expect(status).toMatch(new RegExp(`^Uid:\\t${USER}\\t${USER}\\t${USER}\\t${USER}$`, 'm'))
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect((await fetch(`${url}/`)).status).toBe(200)
    const added = await fetch(`${url}/api/sare/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jan@example.com', consent: true }),
    })
    expect(added.status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(output).toContain('"msg":"drained"')
    expect((await readdir(data)).sort()).toEqual(expect.arrayContaining(['pages.bin', 'subscribers.sqlite']))
  })

  test('DEP-1 it starts and serves with 256 MB of memory', async () => {
    const group = await memoryGroup(LEAST_MEMORY)
    if (!group) return
    const environment = { HOST: '127.0.0.1', PORT: String(await freePort()) }
    const url = `http://127.0.0.1:${environment.PORT}`
    child = start(image.command, environment, group.processes)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    const status = (path: string): Promise<number> =>
      fetch(`${url}${path}`).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
    await until(
      () => status('/readyz'),
      (code) => code === 200,
      30_000,
    )
    const map = await (await fetch(`${url}/sitemap.xml`)).text()
    expect(map).toContain('<loc>')
    const paths = ['/', '/kategoria/najnowsze', '/kategoria/edukacja', '/search?s=bitcoin', '/amp', '/api/feed/feed-gn']
    const statuses = await Promise.all(paths.map(status))
    expect(statuses.filter((code) => code === 0 || code >= 500)).toEqual([])
    const peak = await group.peak()
    process.stderr.write(`\n  peak of 256 MB: ${(peak / MEGABYTE).toFixed(0)} MB\n\n`)
    // The process was in the group.
    expect(peak).toBeGreaterThan(32 * MEGABYTE)
    child.kill('SIGTERM')
    await once(child, 'close')
    await group.remove()
    expect([child.exitCode, output.includes('"msg":"drained"')]).toEqual([0, true])
  })

  test('DEP-37 it has its bill of materials', async () => {
    const text = await readFile(join(image.root, 'app/dist/sbom.cdx.json'), 'utf8')
    expect(text).toContain('"pkg:npm/sharp@')
    expect(text).toContain('"pkg:npm/express@')
  })

  test('DEP-3 nothing else is writable', async () => {
    const [node = ''] = image.command
    const write = (path: string) => ended([node, '-e', `require('fs').writeFileSync('${path}', '')`])
    for (const path of ['/app/own', '/app/newsroom/own', '/own']) {
      expect((await write(path)).output).toMatch(/EROFS|EACCES/)
    }
    expect((await write('/app/data/own')).code).toBe(0)
    expect((await write('/tmp/own')).code).toBe(0)
  })
})

async function bytesOf(path: string): Promise<number> {
  const entry = await lstat(path)
  if (!entry.isDirectory()) return entry.blocks * 512
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => bytesOf(join(path, name))))).reduce((sum, bytes) => sum + bytes, 0)
}
