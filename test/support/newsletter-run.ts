import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { createSqliteStore } from '../../src/features/newsletter/store/sqlite/sqlite-store.ts'
import { ROOT } from './root.ts'

/** What a mail server in a process of its own has seen. */
export interface MailReport {
  arrived: Array<{ to: string; id: string; bytes: number; digest: string }>
  refused: string[]
  deferred: string[]
  /** A whole message. */
  sample?: string
}

export interface MailServer {
  port: number
  /** Resolves after so many mails in all. */
  reached(count: number): Promise<void>
  report(): Promise<MailReport>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const child = fork(join(ROOT, 'test/support/mail-server.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const next = <T extends object>(key: string): Promise<T> =>
    new Promise((resolve) => {
      const listen = (message: T): void => {
        if (!(key in message)) return
        child.off('message', listen)
        resolve(message)
      }
      child.on('message', listen)
    })
  const { port } = await next<{ port: number }>('port')
  return {
    port,
    async reached(count) {
      const called = next('called')
      child.send({ callAt: count })
      await called
    },
    async report() {
      const reported = next<{ report: MailReport }>('report')
      child.send({ report: true })
      return (await reported).report
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Names of subscribers: how many of all the server refuses, half as recipients and half after their mail. */
export function subscriberNames(count: number, refusals: number): string[] {
  const every = refusals === 0 ? Number.POSITIVE_INFINITY : Math.floor(count / refusals)
  return Array.from({ length: count }, (_, index) => {
    const refusal = index % every === every - 1
    const kind = refusal ? (index % (2 * every) === every - 1 ? 'nieznany' : 'odmowa') : 'czytelnik'
    return `${kind}-${index}@czytelnicy.example`
  })
}

const AT = '2026-01-02T03:04:05.000Z'

/** Confirmed subscribers in a new file. */
export async function fillFile(file: string, service: string, emails: readonly string[]): Promise<void> {
  const program = join(ROOT, 'dist/subscribers-thread.js')
  const store = createSqliteStore({ file, program, notify: () => {} })
  await store.subscribe('zaklada@czytelnicy.example', service, AT)
  await store.remove(['zaklada@czytelnicy.example'])
  await store.close()
  const database = new DatabaseSync(file)
  try {
    const insert = database.prepare(
      `INSERT INTO subscribers (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at,
         manage_token)
       VALUES (?, ?, ?, 'confirmed', ?, ?, lower(hex(randomblob(11))), ?, lower(hex(randomblob(11))))`,
    )
    database.exec('BEGIN')
    for (const email of emails) insert.run(email, email, service, AT, AT, AT)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** The same as SQL for PostgreSQL, whose tables exist. */
export function fillSql(service: string, emails: readonly string[]): string {
  const rows = emails.map((email) => `('${email}')`).join(',')
  const token = `substr(md5(random()::text || name) || md5(name), 1, 22)`
  return `INSERT INTO subscribers (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at, manage_token)
    SELECT name, name, '${service}', 'confirmed', '${AT}', '${AT}', ${token}, '${AT}', ${token}
    FROM (VALUES ${rows}) AS names (name)`
}

export interface CommandResult {
  code: number | null
  out: string
  errors: string
}

export interface RunningCommand {
  child: ChildProcess
  ended: Promise<CommandResult>
}

/** The built command, as an operator starts it. */
export function startSending(variables: Record<string, string>, args: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, [join(ROOT, 'dist/send-newsletter.js'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({
    code: code ?? null,
    out: out.join(''),
    errors: errors.join(''),
  }))
  return { child, ended }
}

/**
 * Sends with the same command again and again, killed each time after a random number of mails, and then to its end.
 * @param kills of the process, with -9
 */
export async function sendWithKills(
  start: () => RunningCommand,
  server: MailServer,
  { count, kills, random = Math.random }: { count: number; kills: number; random?: () => number },
): Promise<CommandResult> {
  const moments = Array.from({ length: kills }, () => 1 + Math.floor(random() * (count - 2))).sort((a, b) => a - b)
  for (const moment of moments) {
    const { child, ended } = start()
    const reached = server.reached(moment)
    const first = await Promise.race([reached.then(() => 'reached' as const), ended])
    // Some mails at the end may be leased by a process that was killed; then this moment comes later or never.
    if (first !== 'reached') return first
    await wait(random() * 20)
    child.kill('SIGKILL')
    await ended
  }
  return start().ended
}

export interface Reckoning {
  arrived: number
  /** Recipients who got more than one. */
  twice: number
  /** Recipients without a trace: no mail at the server, and no refusal by it. */
  lost: number
  refused: number
}

/** What the server has against everyone who subscribed. */
export function reckon(emails: readonly string[], { arrived, refused }: MailReport): Reckoning {
  const times = new Map<string, number>()
  for (const { to } of arrived) times.set(to, (times.get(to) ?? 0) + 1)
  const gone = new Set(refused)
  return {
    arrived: times.size,
    twice: [...times.values()].filter((count) => count > 1).length,
    lost: emails.filter((email) => !times.has(email) && !gone.has(email)).length,
    refused: gone.size,
  }
}
