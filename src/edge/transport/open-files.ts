import { readdir, readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** A share of all descriptors, within bounds, is for files, the CMS, the shared store and the database. */
const RESERVE = { share: 0.25, least: 16, most: 1024 }
/** One browser opens six connections. */
const FEW = 1024
/** Milliseconds between two closings of idle connections. */
const IDLE_PAUSE = 1000
export const REFUSED = 'connections are refused: too few open files are allowed (ulimit -n)'

export interface OpenFiles {
  limit: number
  used: number
}

/**
 * Node would drop connections silently when descriptors run out: idle ones are closed, and new ones refused before
 * (COST-84).
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
    // Before that, the caller of `listen` handles the error.
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
  // "unlimited" is no number.
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return { limit, used: open.length }
}
