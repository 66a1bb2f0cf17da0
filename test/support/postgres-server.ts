import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { debianProgram } from './debian-program.ts'
import { freePort } from './process.ts'

/** A real PostgreSQL on a loopback port with a folder of its own; what it has acknowledged is on the disk. */
export interface PostgresServer {
  port: number
  /** With the password of the role that owns everything. */
  url: string
  /** Of another database on it, or with other parameters. */
  urlOf(database: string, query?: string): string
  /** Runs SQL, as an operator would. */
  sql(text: string, database?: string): Promise<Array<Record<string, unknown>>>
  /** An empty database, and its URL. */
  database(name: string): Promise<string>
  /** The server and the processes of its connections, with -9. */
  kill(): Promise<void>
  /** The process of one of the portal's connections, with -9: the server ends all others and recovers. */
  killBackend(): Promise<void>
  start(): Promise<void>
  /** From now on it accepts connections and never responds, until `resume`. */
  hang(): void
  resume(): void
  /** Files below its folder that contain the bytes of a text. */
  filesWith(text: string): Promise<string[]>
  close(): Promise<void>
}

export const POSTGRES_PASSWORD = 'tajne-haslo-bazy'
const PACKAGE_FOLDER = '/usr/lib/postgresql'
const START_LIMIT_MS = 60_000
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=off',
  'shared_buffers=16MB',
  'max_connections=40',
  'listen_addresses=127.0.0.1',
  'log_min_messages=fatal',
]

/** The folder of Debian's programs, the latest release first; with a warning where there is none. */
export function postgresPrograms(): string | undefined {
  const releases = existsSync(PACKAGE_FOLDER) ? readdirSync(PACKAGE_FOLDER).sort((a, b) => Number(b) - Number(a)) : []
  const folder = releases
    .map((release) => join(PACKAGE_FOLDER, release, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  if (folder === undefined) debianProgram('initdb', 'postgresql')
  return folder
}

/** PostgreSQL does not run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(?:postgres|nobody):/.test(entry))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * @param programs folder of the programs
 * @param options.tls files of a certificate and its key, PEM
 */
export async function startPostgres(
  programs: string,
  { tls, settings = [] }: { tls?: { certificate: string; key: string }; settings?: readonly string[] } = {},
): Promise<PostgresServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  const as = owner()
  const own = async (path: string): Promise<void> => {
    if (as) await chown(path, as.uid, as.gid)
  }
  await own(folder)
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, POSTGRES_PASSWORD)
  await own(passwordFile)
  const flags = ['-D', data, '-U', 'szpalta', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '-N']
  await promisify(execFile)(join(programs, 'initdb'), [...flags, '--locale=C.UTF-8'], { ...as, cwd: folder })
  const tlsSettings: string[] = []
  if (tls) {
    for (const [name, file] of Object.entries(tls)) {
      await copyFile(file, join(data, name))
      await chmod(join(data, name), 0o600)
      await own(join(data, name))
    }
    tlsSettings.push('ssl=on', 'ssl_cert_file=certificate', 'ssl_key_file=key')
  }
  const urlOf = (database: string, query = ''): string =>
    `postgres://szpalta:${POSTGRES_PASSWORD}@127.0.0.1:${port}/${database}${query}`
  let child: ChildProcess | undefined
  const sql = async (text: string, database = 'postgres'): Promise<Array<Record<string, unknown>>> => {
    const client = new Client({ connectionString: urlOf(database), connectionTimeoutMillis: 2000, ssl: false })
    client.on('error', () => {})
    try {
      await client.connect()
      const results = [await client.query<Record<string, unknown>>(text)].flat()
      return results.at(-1)?.rows ?? []
    } finally {
      await client.end().catch(() => {})
    }
  }
  const start = async (): Promise<void> => {
    const options = [...SETTINGS, ...tlsSettings, ...settings].flatMap((setting) => ['-c', setting])
    for (const until = performance.now() + START_LIMIT_MS; ; await wait(50)) {
      if (performance.now() > until) throw new Error('PostgreSQL does not start')
      // After a kill its old processes may still hold the shared memory: then it ends at once.
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...options], {
          ...as,
          cwd: folder,
          stdio: 'ignore',
        })
      }
      if (
        await sql('SELECT 1').then(
          () => true,
          () => false,
        )
      )
        return
    }
  }
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    const last = child
    child = undefined
    if (!last || last.exitCode !== null || last.signalCode !== null) return
    const ended = once(last, 'exit')
    last.kill(signal)
    await ended
  }
  /** Its processes, the one of the server first. */
  const processes = (): number[] => {
    const pid = child?.pid
    if (pid === undefined || child?.exitCode !== null || child.signalCode !== null) return []
    const others = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...others.map(Number)]
  }
  const signalEach = (pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  await start()
  return {
    port,
    url: urlOf('postgres'),
    urlOf,
    sql,
    async database(name) {
      await sql(`CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    async kill() {
      const others = processes().slice(1)
      await end('SIGKILL')
      signalEach(others, 'SIGKILL')
    },
    async killBackend() {
      const rows = await sql(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'szpalta' ORDER BY random() LIMIT 1`,
      )
      signalEach(
        rows.map(({ pid }) => Number(pid)),
        'SIGKILL',
      )
    },
    start,
    hang: () => signalEach(processes(), 'SIGSTOP'),
    resume: () => signalEach(processes(), 'SIGCONT'),
    async filesWith(text) {
      const search = promisify(execFile)('grep', ['-rlF', '-e', text, data])
      const { stdout } = await search.catch(() => ({ stdout: '' }))
      return stdout.split('\n').filter((line) => line !== '')
    },
    async close() {
      signalEach(processes(), 'SIGCONT')
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
