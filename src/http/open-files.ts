import { readdir, readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Kept for files, the CMS, the shared store and the database: a share of all, within bounds. */
const RESERVE = { share: 0.25, least: 16, most: 1024 }
/** Fewer than this is a mistake of the machine's settings: a browser opens six connections. */
const FEW = 1024
/** Idle connections are let go for new ones, so often at most. Milliseconds. */
const IDLE_PAUSE = 1000
export const REFUSED = 'connections are refused: too few open files are allowed (ulimit -n)'

/** How many files and connections the process may have open, and how many it has. */
export interface OpenFiles {
  limit: number
  used: number
}

/**
 * Refuses connections before the process runs out of descriptors (COST-84): without any left nothing could be read, and
 * Node itself drops what comes without a word. Idle connections are closed meanwhile, so that others can come.
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
    // No Linux: nothing is known.
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
    // While it does not listen yet, who told it to hears of it.
    if (server.listening) log.error({ err: error }, 'connections cannot be accepted')
  })
}

/** Connections that there may be. */
export function roomFor({ limit, used }: OpenFiles): number {
  const reserve = Math.min(Math.max(limit * RESERVE.share, RESERVE.least), RESERVE.most)
  return Math.max(1, Math.floor(limit - used - reserve))
}

/** @throws where nothing is known of it */
export async function readOpenFiles(): Promise<OpenFiles> {
  const [limits, open] = await Promise.all([readFile('/proc/self/limits', 'latin1'), readdir('/proc/self/fd')])
  // "unlimited" is no number, and no bound.
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return { limit, used: open.length }
}
