import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A real Git repository over HTTP on loopback: `git http-backend` behind a small server. */
export interface GitServer {
  url: string
  /** The folder whose files are committed. */
  work: string
  /** Commits the files of the folder, and pushes them. @returns the commit */
  push(files?: Record<string, string | Buffer>, removed?: readonly string[]): Promise<string>
  /** Runs git in the folder. */
  git(...args: string[]): Promise<string>
  /** Requests so far, as `POST /newsroom.git/git-upload-pack`. */
  requests: string[]
  /** Bytes of packs and refs sent so far. */
  readonly sent: number
  /** From now on a pack stops after so many bytes; undefined: none does. */
  stallAfter(bytes: number | undefined): void
  /** Resolves when a pack has stopped. */
  stalled(): Promise<void>
  /** From now on requests need these credentials. */
  demand(credentials: string | undefined): void
  /** Another response to all requests. */
  respond(handler: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined): void
  /** Closes the port, or opens the same one again. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Redakcja',
  GIT_AUTHOR_EMAIL: 'redakcja@example.com',
  GIT_COMMITTER_NAME: 'Redakcja',
  GIT_COMMITTER_EMAIL: 'redakcja@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
}

export async function startGitServer(): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'git-server-'))
  const [work, bare] = [join(root, 'work'), join(root, 'served/newsroom.git')]
  const env = { PATH: process.env.PATH, HOME: root, ...AUTHOR }
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: work, env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim()
  await mkdir(work, { recursive: true })
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare], { env })
  await git('init', '--quiet', '--initial-branch=main')
  await git('remote', 'add', 'origin', bare)

  const requests: string[] = []
  let sent = 0
  let limit: number | undefined
  let demanded: string | undefined
  let handler: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  let onStall: Array<() => void> = []

  const backend = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://git.invalid')
    const child = spawn('git', ['http-backend'], {
      env: {
        ...env,
        GIT_PROJECT_ROOT: dirname(bare),
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    request.pipe(child.stdin)
    let head = Buffer.alloc(0)
    let isHead = true
    const write = (bytes: Buffer): void => {
      const stall = limit !== undefined && request.method === 'POST'
      const part = stall ? bytes.subarray(0, Math.max(0, (limit ?? 0) - sent)) : bytes
      sent += part.length
      response.write(part)
      if (!stall || part.length === bytes.length) return
      child.stdout.pause()
      for (const resolve of onStall) resolve()
      onStall = []
    }
    child.stdout.on('data', (chunk: Buffer) => {
      if (!isHead) return write(chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      isHead = false
      const lines = head.toString('latin1', 0, end).split('\r\n')
      const status = lines.find((line) => line.startsWith('Status: '))?.slice(8, 11) ?? '200'
      const fields = lines.filter((line) => !line.startsWith('Status: ')).map((line) => line.split(/: (.*)/s, 2))
      response.writeHead(Number(status), Object.fromEntries(fields))
      write(head.subarray(end + 4))
    })
    child.stdout.on('end', () => response.end())
    response.on('close', () => child.kill())
  }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?', 1)[0]}`)
    if (handler?.(request, response)) return
    const expected = demanded && `Basic ${Buffer.from(demanded).toString('base64')}`
    if (expected !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('401')
      return
    }
    backend(request, response)
  })
  let port = 0
  const up = async (): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address) port = address.port
  }
  const down = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await up()
  return {
    url: `http://127.0.0.1:${port}/newsroom.git`,
    work,
    git,
    requests,
    get sent() {
      return sent
    },
    async push(files = {}, removed = []) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(work, path)), { recursive: true })
        await writeFile(join(work, path), content)
      }
      for (const path of removed) await rm(join(work, path), { recursive: true })
      await git('add', '--all')
      await git('commit', '--quiet', '--allow-empty', '--message', 'Save')
      await git('push', '--quiet', '--force', 'origin', 'HEAD')
      return git('rev-parse', 'HEAD')
    },
    stallAfter(bytes) {
      limit = bytes === undefined ? undefined : sent + bytes
    },
    stalled: () => new Promise((resolve) => void onStall.push(resolve)),
    demand(credentials) {
      demanded = credentials
    },
    respond(next) {
      handler = next
    },
    up,
    down,
    async close() {
      await down()
      await rm(root, { recursive: true, force: true })
    },
  }
}
