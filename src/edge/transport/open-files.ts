import { readdir, readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Descriptors reserved for files, the CMS, the shared store and the database: a share of all, within bounds. */
const RESERVE = { share: 0.25, least: 16, most: 1024 }
/** Fewer descriptors are a mistake: one browser opens six connections. */
const FEW = 1024
/** Least time between two closings of idle connections. Milliseconds. */
const IDLE_PAUSE = 1000
export const REFUSED = 'connections are refused: too few open files are allowed (ulimit -n)'

export interface OpenFiles {
  limit: number
  used: number
}

/**
 * Refuses connections before the process runs out of descriptors, and closes idle ones (COST-84): Node would drop
 * connections silently.
 */
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
    // Only Linux has this information.
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
    // Before the server listens, the caller of `listen` handles the error.
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
  // "unlimited" is not a number: no bound.
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return { limit, used: open.length }
}
