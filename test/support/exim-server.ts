import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import type { Certificate } from './certificate.ts'
import { freePort } from './process.ts'
import { until } from './until.ts'

/** Debian's Exim on a loopback port, with a folder and settings of its own. It delivers every mail to a file. */
export interface EximServer {
  port: number
  /** Mails delivered so far, as they came over the wire, with Exim's own header lines before them. */
  raw(): Promise<string[]>
  mails(): Promise<ParsedMail[]>
  /** Waits for the mails to one recipient. */
  mailsTo(recipient: string, count?: number): Promise<ParsedMail[]>
  /** Lines of Exim's own log. */
  log(): Promise<string>
  close(): Promise<void>
}

/** Mailboxes that it does not take, by their local part; the first two by its beginning. */
export const EXIM_MAILBOXES = {
  /** 550 5.1.1 */
  unknown: 'nieznany',
  /** 554 5.7.1, after the message */
  unwanted: 'odmowa',
  /** 552 5.2.2 */
  full: 'pelna',
  /** 451 4.7.1 */
  later: 'pozniej',
} as const

export const EXIM_LOGIN = { user: 'portal', password: 'tajne:haslo/2' }

/**
 * @param tls with STARTTLS; the login is offered over TLS only. Absent: neither.
 * @param options.isQueueing mails stay in its queue: what it has taken is in its log
 */
export async function startExim(
  program: string,
  tls?: Certificate,
  { isQueueing = false }: { isQueueing?: boolean } = {},
): Promise<EximServer> {
  const folder = await mkdtemp(join(tmpdir(), 'exim-'))
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? await idOf('Debian-exim') : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  await chmod(folder, 0o755)
  for (const name of ['spool', 'log', 'mail']) {
    await mkdir(join(folder, name))
    await chown(join(folder, name), user.uid, user.gid)
  }
  if (tls) {
    await writeFile(join(folder, 'cert.pem'), tls.cert)
    await writeFile(join(folder, 'key.pem'), tls.key)
    await chown(join(folder, 'key.pem'), user.uid, user.gid)
    await chmod(join(folder, 'key.pem'), 0o600)
  }
  const file = join(folder, 'exim.conf')
  await writeFile(file, settings({ folder, port, user, hasTls: tls !== undefined, isQueueing }), { mode: 0o644 })
  const child: ChildProcess = spawn(program, ['-bdf', ...(isQueueing ? [] : ['-q10m']), '-C', file], {
    stdio: 'ignore',
  })
  /** In the order of their delivery: names of files count microseconds without leading zeros. */
  const raw = async (): Promise<string[]> => {
    const names = await readdir(join(folder, 'mail', 'new')).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, 'mail', 'new', name)
        return { at: (await stat(file, { bigint: true })).mtimeNs, text: await readFile(file, 'utf8') }
      }),
    )
    return files.sort((a, b) => Number(a.at - b.at)).map(({ text }) => text)
  }
  const mails = async (): Promise<ParsedMail[]> => Promise.all((await raw()).map((text) => simpleParser(text)))
  const to = async (recipient: string): Promise<ParsedMail[]> =>
    (await mails()).filter(({ headerLines }) =>
      headerLines.some(({ key, line }) => key === 'envelope-to' && line.includes(recipient)),
    )
  const log = (): Promise<string> => readFile(join(folder, 'log', 'main'), 'utf8').catch(() => '')
  await until(
    () =>
      child.exitCode === null ? greets(port) : log().then((text) => Promise.reject(new Error(`Exim ended: ${text}`))),
    (isThere) => isThere,
  )
  return {
    port,
    raw,
    mails,
    async mailsTo(recipient, count = 1) {
      await until(
        async () => (await to(recipient)).length,
        (received) => received >= count,
        15_000,
      )
      return to(recipient)
    },
    log,
    async close() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await ended
      // Its processes for single connections end a little later, and each writes a line of its log.
      await until(
        () => processesOf(file),
        (count) => count === 0,
      )
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** How many processes have a file in their command line; none where the system does not say. */
async function processesOf(file: string): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(file)).length
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.end('QUIT\r\n')
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function idOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await promisify(execFile)('id', [which, name])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

interface Settings {
  folder: string
  port: number
  user: { uid: number; gid: number }
  hasTls: boolean
  isQueueing: boolean
}

function settings({ folder, port, user, hasTls, isQueueing }: Settings): string {
  const { unknown, unwanted, full, later } = EXIM_MAILBOXES
  return `
exim_user = ${user.uid}
exim_group = ${user.gid}
primary_hostname = poczta.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/spool/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
host_lookup =
rfc1413_hosts =
rfc1413_query_timeout = 0s
smtp_accept_max = 50
smtp_accept_max_per_connection = 0
# Else it leaves those after the tenth of a connection to the next run of its queue.
smtp_accept_queue_per_connection = 0
smtp_enforce_sync = true
deliver_drop_privilege = true
never_users =
keep_environment =
acl_smtp_rcpt = rcpt
acl_smtp_data = data
log_selector = +received_recipients
queue_only = ${isQueueing}
${
  hasTls
    ? `tls_advertise_hosts = *\ntls_certificate = ${folder}/cert.pem\ntls_privatekey = ${folder}/key.pem`
    : 'tls_advertise_hosts ='
}
begin acl
rcpt:
  deny local_parts = ^${unknown}
    message = 550 5.1.1 No such mailbox: $local_part@$domain
  deny local_parts = ${full}
    message = 552 5.2.2 The mailbox is full
  defer local_parts = ${later}
    message = 451 4.7.1 Come back later
  accept
data:
  deny condition = \${if match{$recipients}{^${unwanted}}}
    message = 554 5.7.1 Not wanted by $recipients
  accept
begin routers
all:
  driver = accept
  transport = files
begin transports
files:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  create_directory
  delivery_date_add
  envelope_to_add
  return_path_add
  user = ${user.uid}
  group = ${user.gid}
begin retry
* * F,1h,1m
begin authenticators
${
  hasTls
    ? `plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${EXIM_LOGIN.user}}}{eq{$auth3}{${EXIM_LOGIN.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher}`
    : ''
}
`
}
