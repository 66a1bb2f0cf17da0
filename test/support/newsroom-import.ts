import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importNewsroom } from '../../tools/newsroom/import.ts'
import type { ImportSource } from '../../tools/newsroom/source.ts'
import type { Summary } from '../../tools/newsroom/summary.ts'
import { wxrParts } from '../../tools/newsroom/wxr/reader.ts'
import { type CustomerService, createServices } from './customer-site.ts'
import { inPieces } from './wxr.ts'

export interface ImportOptions {
  isUpdate?: boolean
  restores?: boolean
  hasImages?: boolean
  hasDrafts?: boolean
  uploads?: string
  format?: 'html' | 'markdown'
  isDryRun?: boolean
  downloads?: boolean
  /** Absent: any, as the tests' images are on this machine. */
  internalHosts?: ReadonlySet<string>
  signal?: AbortSignal
  service?: CustomerService
  /** Called for each visited post. */
  onStep?: () => void
}

/** A WXR file that is in memory, as a source. */
export function wxrText(text: string): ImportSource {
  const parts = () => wxrParts(inPieces(text, 65_536), 'Europe/Warsaw')
  return { outline: parts, posts: parts }
}

export function importInto(folder: string, source: ImportSource, options: ImportOptions = {}): Promise<Summary> {
  const {
    isUpdate = false,
    hasImages = false,
    hasDrafts = false,
    uploads,
    service = 'akademia',
    onStep = () => {},
  } = options
  const services = createServices()
  return importNewsroom({
    source,
    folder,
    service: services[service],
    services,
    format: options.format ?? 'html',
    isDryRun: options.isDryRun ?? false,
    downloads: options.downloads ?? true,
    isUpdate,
    restores: options.restores ?? false,
    hasImages,
    hasDrafts,
    uploads,
    internalHosts: options.internalHosts ?? 'any',
    progress: { start() {}, step: onStep, stop() {} },
    signal: options.signal ?? new AbortController().signal,
  })
}

/** A folder for one test. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'newsroom-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export interface FileServer {
  /** Origin, without a trailing slash. */
  url: string
  /** Requested paths. */
  requests: string[]
  /** The maximum number of parallel requests. */
  most(): number
  close(): Promise<void>
}

/** A body, a status without one, or a whole response. */
export type Served = Uint8Array | number | { status?: number; headers?: Record<string, string>; body?: string }

/**
 * Serves the results of a function on a free loopback port.
 * @param fileOf called with each path and its query; `nth` counts the calls for it from 1
 */
export async function serveFiles(
  fileOf: (path: string, nth: number, headers: IncomingHttpHeaders) => Promise<Served> | Served,
): Promise<FileServer> {
  const requests: string[] = []
  let [now, most] = [0, 0]
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    now += 1
    most = Math.max(most, now)
    const file = await fileOf(path, requests.filter((one) => one === path).length, request.headers)
    now -= 1
    if (typeof file === 'number') response.writeHead(file).end()
    else if (ArrayBuffer.isView(file)) response.end(file)
    else {
      const { status = 200, headers = {}, body = '' } = file
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    most: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function textOf(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8')
}
