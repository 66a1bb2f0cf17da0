import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './root.ts'

/** The built portal as a process of its own, as an operator starts it. */
export interface PortalProcess {
  child: ChildProcess
  port: number
  /** Everything it wrote to stdout so far. */
  readonly output: string
  /** Everything it wrote to stderr so far. */
  readonly complaints: string
  /** Its log lines so far. */
  lines(): Array<Record<string, unknown>>
  /** Sends a request on a new connection, or with the given agent. */
  ask(path: string, options?: RequestOptions & { body?: string }): Promise<ProcessResponse>
  status(path: string): Promise<number>
  /** Resolves once `/readyz` is 200. */
  ready(): Promise<void>
  /** Resolves once it listens, ready or not. */
  listening(): Promise<void>
  /** Its exit code, once it has ended. */
  exit(): Promise<number | null>
  memory(): Promise<ProcessMemory>
  /** Files and connections that it holds open. */
  openFiles(): Promise<number>
  /** From now on `peak` is counted again. */
  forgetPeak(): Promise<void>
  /** Moves its clocks; needs `clock: true`. */
  moveClock(move: ClockMove): Promise<void>
  stop(): Promise<void>
}

export interface ProcessResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Milliseconds until the body was complete. */
  ms: number
}

/** Resident bytes, by the kernel's own count. */
export interface ProcessMemory {
  resident: number
  /** The maximum since the start, or since `forgetPeak`. */
  peak: number
}

/** `pass`: time passes, for every clock. `jump`: the wall clock is set. Milliseconds. */
export type ClockMove = { pass: number } | { jump: number }

export interface Preloads {
  /** Its clocks can be moved. */
  clock?: boolean
  /** A module of `test/support` that is loaded before the server. */
  preload?: string
  /** A project's folder with a build of its own. */
  root?: string
  /** Folder of the build in it. */
  build?: string
  /** How many files and connections it may have open. */
  openFiles?: number
}

const START_TRIES = 400
const TRY_PAUSE_MS = 25

/** @param variables the operator's settings, except HOST */
export async function startProcess(
  variables: Record<string, string> = {},
  { clock = false, preload, root = ROOT, build = 'dist', openFiles }: Preloads = {},
): Promise<PortalProcess> {
  const port = Number(variables.PORT ?? (await freePort()))
  const preloads = [...(clock ? ['clock.mjs'] : []), ...(preload === undefined ? [] : [preload])]
  const imports = preloads.flatMap((name) => ['--import', join(ROOT, 'test/support', name)])
  const command = [...imports, `${build}/server.js`]
  const limited = ['-c', `ulimit -n ${openFiles}; exec node "$@"`, 'node', ...command]
  const [program, args] = openFiles === undefined ? ['node', command] : ['bash', limited]
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SITE_DIR: 'sites/szpalta',
      SUBSCRIBERS_FILE: '/dev/null/none',
      PAGE_CACHE_FILE: 'off',
      MEDIA_CACHE_DIR: 'off',
      WARM_UP: '0',
      ...variables,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(clock ? (['ipc'] as const) : [])],
  })
  const written: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => void written.push(chunk.toString()))
  const complained: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => {
    complained.push(chunk.toString())
    process.stderr.write(chunk)
  })
  // Not `exit`: its last output may arrive after that.
  const ended = once(child, 'close')

  const ask: PortalProcess['ask'] = (path, { body, ...options } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const call = request({ port, path, host: '127.0.0.1', agent: false, ...options }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - startedAt,
          }),
        )
      })
      call.on('error', reject)
      call.end(body)
    })
  const status = async (path: string): Promise<number> => (await ask(path)).status
  const responses = async (isGood: (status: number) => boolean): Promise<void> => {
    for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries++) {
      if (isGood(await status('/readyz').catch(() => 0))) return
      await wait(TRY_PAUSE_MS)
    }
    throw new Error(`not ready: ${written.join('')}`)
  }

  return {
    child,
    port,
    get output() {
      return written.join('')
    },
    get complaints() {
      return complained.join('')
    },
    lines: () =>
      written
        .join('')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): Record<string, unknown> => JSON.parse(line)),
    ask,
    status,
    ready: () => responses((code) => code === 200),
    listening: () => responses((code) => code !== 0),
    async exit() {
      await ended
      return child.exitCode
    },
    async memory() {
      const text = await readFile(`/proc/${child.pid}/status`, 'utf8')
      const bytesOf = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * 1024
      return { resident: bytesOf('VmRSS'), peak: bytesOf('VmHWM') }
    },
    openFiles: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    // 5 is the kernel's number for it (proc(5), clear_refs).
    forgetPeak: () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    async moveClock(move) {
      const moved = once(child, 'message')
      child.send(move)
      await moved
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
