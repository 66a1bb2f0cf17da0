import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaNetwork } from '../../src/media/remote/media-client.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { type Overrides, startPortal } from '../../src/portal/portal.ts'
import { readRedirects } from '../../src/site/read-site.ts'
import type { Site } from '../../src/site/site.ts'
import type { HostSettings } from '../../src/sources/upstream/host.ts'
import type { Clock } from '../../src/system/clock.ts'
import { readEnv } from './customer-site.ts'
import { ROOT } from './root.ts'

export { ROOT }

/** pino's number of the level "error". */
const ERROR_LEVEL = 50
const MAX_REDIRECTS = 5

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

export interface TestResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface TestPortal {
  url: string
  port: number
  /** GETs a path exactly as written; redirects are responses like any other. */
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>
  /** GETs a path and follows redirects. */
  follow(path: string): Promise<TestResponse>
  /** Every line logged so far. */
  logs: LogLine[]
  /** The lines of level error and above. */
  errors(): LogLine[]
  close(): Promise<void>
}

/**
 * Starts the whole portal in this process on a free loopback port, once its first content is there. The build
 * (`npm run build`) must exist.
 * @param variables the operator's settings, except PORT and HOST
 * @param hosts how hosts of the CMS are treated
 * @param clock by which pages and content grow old
 * @param mediaNetwork how hosts of media are reached
 * @param ampCacheOrigin where AMP caches are
 * @param site in place of the customer's
 */
export async function startTestPortal(
  variables: Record<string, string> = {},
  hosts: HostSettings = {},
  clock?: Clock,
  mediaNetwork?: MediaNetwork,
  ampCacheOrigin?: Overrides['ampCacheOrigin'],
  site?: Site,
): Promise<TestPortal> {
  const logs: LogLine[] = []
  // Each test has its own subscribers, and starts without pages.
  const folder = await mkdtemp(join(tmpdir(), 'portal-'))
  const own = {
    HOST: '127.0.0.1',
    SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
    PAGE_CACHE_FILE: 'off',
    MEDIA_CACHE_DIR: 'off',
    WARM_UP: '0',
  }
  const table = variables.REDIRECTS_FILE && (await readRedirects({ file: variables.REDIRECTS_FILE }))
  const env = {
    ...readEnv({ ...own, ...variables, PORT: '0' }, undefined, site),
    ...(table && { redirects: table.redirects }),
  }
  const write = (line: string) => void logs.push(JSON.parse(line) as LogLine)
  const log = createLog({ level: env.logLevel, secrets: env.secrets }, { write })
  const { server, port, ready, close } = await startPortal(env, ROOT, log, {
    hosts,
    ...(clock && { clock }),
    ...(mediaNetwork && { mediaNetwork }),
    ...(ampCacheOrigin && { ampCacheOrigin }),
  })
  await ready
  const get = (path: string, headers: Record<string, string> = {}) => getFrom(port, path, headers)

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get,
    logs,
    errors: () => logs.filter((line) => line.level >= ERROR_LEVEL),
    async follow(path) {
      let reply = await get(path)
      for (let hops = 0; reply.status >= 300 && reply.status < 400 && hops < MAX_REDIRECTS; hops++) {
        const target = new URL(reply.headers.location ?? '', 'http://portal.invalid')
        reply = await get(`${target.pathname}${target.search}`)
      }
      return reply
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function getFrom(port: number, path: string, headers: Record<string, string>): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    call.on('error', reject)
    call.end()
  })
}
