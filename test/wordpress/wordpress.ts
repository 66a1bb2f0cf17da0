import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { CACHE } from './machine.ts'
import { type Rest, restClient } from './rest.ts'

/** A stock WordPress for this process alone, with its own database. */
export interface WordPress extends Gateway {
  version: string
  /** The administrator, with an application password. */
  user: string
  password: string
  rest: Rest
  /** WordPress' own folder; plugins go into `wp-content/mu-plugins`. */
  www: string
  /** PHP's process, the parent of its workers. */
  pid: number
  close(): Promise<void>
}

/** Content that is loaded once and stored for later runs. */
export interface Content {
  /** Identifies the content. */
  key: string
  load(rest: Rest): Promise<void>
  /** PHP files that WordPress runs as plugins. */
  plugins?: readonly string[]
}

const PHP = join(ROOT, 'test/wordpress/php')
/** WordPress handles several calls of a page at once. */
const WORKERS = 4
const TRIES = 600
const TRY_PAUSE_MS = 50
const OLD_MS = 3_600_000
const SOCKET_NAME = 'db.sock'
const UPLOADS_PARENT = 'www/wp-content'
const DATA = ['db', 'installed.json', `${UPLOADS_PARENT}/uploads`]
/** Little memory, and no waiting for a disk: nobody needs the data after a crash of the machine. */
const DATABASE_SETTINGS = [
  '--innodb-log-file-size=8M',
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=0',
]

const run = promisify(execFile)
const installed = z.object({ user: z.string(), password: z.string(), version: z.string() })
type Installed = z.output<typeof installed>

/**
 * Starts WordPress on a free loopback port: `php -S` with opcache behind a gateway, and a database that listens only on
 * a socket. Nothing on the system is modified; everything is in one temporary folder and is removed by `close`.
 * @param unpacked folder of `unpackedWordPress`
 * @param home what WordPress takes its own URL to be; absent: the gateway's
 */
export async function startWordPress(unpacked: string, content: Content, home?: string): Promise<WordPress> {
  const folder = await mkdtemp(join(tmpdir(), 'wordpress-'))
  const kept = join(CACHE, `data-${basename(unpacked)}-${content.key}`)
  try {
    await linkCode(unpacked, join(folder, 'www'), content.plugins)
    if (existsSync(kept)) {
      await copyData(kept, folder)
    } else {
      await copyData(await installedSite(unpacked), folder)
      const site = await startSite(folder, { isKept: true })
      await content.load(site.rest)
      await site.close()
      await keep(folder, kept)
      await forgetOldSites(kept)
    }
    return await startSite(folder, home === undefined ? {} : { home })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** `www`, with files that are those of `unpacked`: nothing writes into them, and copying them took longer than a start. */
async function linkCode(unpacked: string, www: string, plugins: readonly string[] = []): Promise<void> {
  const names = (await readdir(unpacked)).filter((name) => name !== 'wp-config.php')
  await mkdir(www)
  await run('cp', ['--archive', '--link', ...names.map((name) => join(unpacked, name)), www])
  await mkdir(join(www, 'wp-content/mu-plugins'))
  await copyFile(join(PHP, 'wp-config.php'), join(www, 'wp-config.php'))
  for (const plugin of [join(PHP, 'quiet.php'), ...plugins]) {
    await copyFile(plugin, join(www, 'wp-content/mu-plugins', basename(plugin)))
  }
}

/** The data of a site: its database, its uploads, and what its installation printed. */
async function copyData(from: string, to: string): Promise<void> {
  const names = DATA.filter((name) => existsSync(join(from, name)))
  for (const name of names) await run('cp', ['--archive', join(from, name), join(to, dirname(name))])
}

/** The data of a WordPress that was installed and has nothing of its own yet: made once for each version. */
async function installedSite(unpacked: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of ['install.php', 'wp-config.php', 'quiet.php']) hash.update(await readFile(join(PHP, name)))
  const kept = join(CACHE, `installed-${basename(unpacked)}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(kept)) return kept
  const folder = await mkdtemp(join(tmpdir(), 'wordpress-'))
  try {
    await linkCode(unpacked, join(folder, 'www'))
    await run('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${join(folder, 'db')}`,
      `--user=${userInfo().username}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...DATABASE_SETTINGS,
    ])
    const database = await startDatabase(folder)
    const environment = { ...siteVariables(folder, 'http://127.0.0.1:80'), WORDPRESS_ROOT: join(folder, 'www') }
    const { stdout } = await run('php', ['-d', 'error_reporting=E_ERROR', join(PHP, 'install.php')], {
      env: { ...process.env, ...environment },
    })
    await writeFile(join(folder, 'installed.json'), stdout, { mode: 0o600 })
    await stop(database)
    await keep(folder, kept)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return kept
}

async function keep(folder: string, kept: string): Promise<void> {
  const copy = await mkdtemp(join(CACHE, 'copy-'))
  await mkdir(join(copy, UPLOADS_PARENT), { recursive: true })
  await copyData(folder, copy)
  // A parallel run may have been faster.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true, force: true }))
}

/** Deletes data of other content, once nobody can be copying them any more: each is about 30 MB. */
async function forgetOldSites(kept: string): Promise<void> {
  const sites = (await readdir(CACHE)).filter((name) => name.startsWith('data-')).map((name) => join(CACHE, name))
  for (const site of sites.filter((path) => path !== kept)) {
    const { ctimeMs } = await stat(site)
    if (Date.now() - ctimeMs > OLD_MS) await rm(site, { recursive: true, force: true })
  }
}

/** @param isKept the folder stays after `close` */
async function startSite(
  folder: string,
  { isKept = false, home }: { isKept?: boolean; home?: string } = {},
): Promise<WordPress> {
  const { user, password, version } = await readInstalled(folder)
  const database = await startDatabase(folder)
  const port = await freePort()
  const gateway = await startGateway(port)
  const server = startServer(folder, port, home ?? gateway.url)
  await listening(() => connect(port, '127.0.0.1'), server)
  return {
    ...gateway,
    user,
    password,
    version,
    www: join(folder, 'www'),
    rest: restClient(gateway.url, user, password),
    pid: server.pid ?? 0,
    async close() {
      await gateway.refuse()
      await stop(server)
      // Unneeded data need not be written to disk.
      await stop(database, isKept ? 'SIGTERM' : 'SIGKILL')
      if (!isKept) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readInstalled(folder: string): Promise<Installed> {
  return installed.parse(JSON.parse(await readFile(join(folder, 'installed.json'), 'utf8')))
}

async function startDatabase(folder: string): Promise<ChildProcess> {
  const socket = join(folder, SOCKET_NAME)
  const database = start('mariadbd', [
    '--no-defaults',
    `--user=${userInfo().username}`,
    `--datadir=${join(folder, 'db')}`,
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'db.pid')}`,
    '--skip-networking',
    '--performance-schema=OFF',
    ...DATABASE_SETTINGS,
  ])
  await listening(() => connect(socket), database)
  return database
}

function startServer(folder: string, port: number, url: string): ChildProcess {
  const www = join(folder, 'www')
  const settings = ['opcache.enable=1', 'opcache.enable_cli=1', 'memory_limit=512M', 'post_max_size=64M']
  const parameters = [...settings, 'upload_max_filesize=64M', 'display_errors=0'].flatMap((one) => ['-d', one])
  return start('php', [...parameters, '-S', `127.0.0.1:${port}`, '-t', www, join(PHP, 'router.php')], {
    ...siteVariables(folder, url),
    PHP_CLI_SERVER_WORKERS: `${WORKERS}`,
  })
}

function siteVariables(folder: string, url: string): Record<string, string> {
  return { WORDPRESS_SOCKET: join(folder, SOCKET_NAME), WORDPRESS_URL: url }
}

const started = new Set<ChildProcess>()
// However this process ends, its children end too.
process.on('exit', () => {
  for (const child of started) kill(child, 'SIGKILL')
})

/** In a process group of its own: PHP's workers are its children, and end with it. */
function start(command: string, parameters: readonly string[], variables: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, parameters, {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, ...variables },
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!started.has(child)) return
  const ended = once(child, 'exit')
  kill(child, signal)
  await ended
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has already ended.
  }
}

/** Resolves once a connection is taken. */
async function listening(open: () => ReturnType<typeof connect>, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    const socket = open()
    const isTaken = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isTaken) return
    await wait(TRY_PAUSE_MS)
  }
  throw new Error(`${child.spawnfile} does not listen`)
}
