import { readdir, readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Of all descriptors, for files, the CMS, the shared store and the database. */
const RESERVE = { share: 0.25, least: 16, most: 1024 }
/** One browser opens six connections. */
const FEW = 1024
const IDLE_PAUSE = 1000
export const REFUSED = 'connections are refused: too few open files are allowed (ulimit -n)'

export interface OpenFiles {
  limit: number
  used: number
}

/** Closes idle connections, then refuses new ones, before Node would drop them silently (COST-84). */
export function boundConnections(server: Server, log: Logger, openFiles = readOpenFiles): void {
  let most = Number.POSITIVE_INFINITY
  let open = 0
  let idleClosedAt = Number.NEGATIVE_INFINITY
  let limit: number | undefined

  openFiles().then(
    (files) => {
      limit = files.limit
      most = roomFor(files)
      if (limit < FEW) log.warn({ limit, connections: most }, 'few open files are allowed: raise the limit (ulimit -n)')
    },
    // Only Linux says it.
    () => {},
  )
  server.prependListener('connection', (socket) => {
    if (open >= most) {
      socket.destroy()
      log.warn({ limit, connections: most }, REFUSED)
      const now = performance.now()
      if (now - idleClosedAt < IDLE_PAUSE) return
      idleClosedAt = now
      server.closeIdleConnections()
      return
    }
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  server.on('error', (error) => {
    // Before, `listen` reports it.
    if (server.listening) log.error({ err: error }, 'connections cannot be accepted')
  })
}

export function roomFor({ limit, used }: OpenFiles): number {
  const reserve = Math.min(Math.max(limit * RESERVE.share, RESERVE.least), RESERVE.most)
  return Math.max(1, Math.floor(limit - used - reserve))
}

/** @throws on systems without `/proc` */
export async function readOpenFiles(): Promise<OpenFiles> {
  const [limits, open] = await Promise.all([readFile('/proc/self/limits', 'latin1'), readdir('/proc/self/fd')])
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return { limit, used: open.length }
}
