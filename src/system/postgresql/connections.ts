import { readFile } from 'node:fs/promises'
import type { ConnectionOptions } from 'node:tls'
import { Pool, type PoolClient } from 'pg'

/**
 * A late connection is in an unknown state.
 * @param until by `performance.now()`
 */
export async function within<T>(promise: Promise<T>, until: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout expired')), Math.max(until - performance.now(), 0))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface DatabaseSettings {
  host: string
  port: number
  /** Absent: libpq's defaults. */
  user?: string
  password?: string
  database?: string
  tls: TlsSettings
}

export interface TlsSettings {
  use: 'off' | 'try' | 'always'
  checks: 'nothing' | 'chain' | 'name'
  rootFile?: string
  certificateFile?: string
  keyFile?: string
}

/** Each worker has a pool, and small databases allow twenty connections. */
const MAX_CONNECTIONS = 4
const CONNECT_LIMIT_MS = 4000
const IDLE_MS = 30_000
/** A server replaced behind its name is noticed then. Seconds. */
const LIFETIME_SECONDS = 1800
/** pg's own words. */
const NO_TLS = 'The server does not support SSL connections'

export interface Connections {
  /**
   * Closes the connection of failed work, which may still run a statement.
   * @param until for getting a connection, by `performance.now()`
   */
  use<T>(until: number, work: (client: PoolClient) => Promise<T>): Promise<T>
  counts(): { open: number; used: number }
  close(): Promise<void>
}

const pools = new WeakMap<DatabaseSettings, { connections: Connections; users: number }>()

/**
 * Equal settings share a pool, which its last user closes (SEARCH-20).
 * @param most at once, so that others get one
 */
export function sharedConnections(settings: DatabaseSettings, most = MAX_CONNECTIONS): Connections {
  const pool = pools.get(settings) ?? { connections: createConnections(settings), users: 0 }
  pools.set(settings, pool)
  pool.users += 1
  const turn = createTurns(most)
  let isClosed = false
  return {
    async use(until, work) {
      if (isClosed) throw new Error('the store is closed')
      const leave = await turn(until)
      try {
        return await pool.connections.use(until, work)
      } finally {
        leave()
      }
    },
    counts: pool.connections.counts,
    async close() {
      if (isClosed) return
      isClosed = true
      pool.users -= 1
      if (pool.users > 0) return
      pools.delete(settings)
      await pool.connections.close()
    },
  }
}

function createTurns(most: number): (until: number) => Promise<() => void> {
  const waiting: Array<() => void> = []
  let used = 0
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else used -= 1
  }
  return async (until) => {
    if (used < most) {
      used += 1
      return leave
    }
    const turn = new Promise<void>((resolve) => waiting.push(resolve))
    await within(turn, until).catch((error: unknown) => {
      void turn.then(leave)
      throw error
    })
    return leave
  }
}

export function createConnections(settings: DatabaseSettings): Connections {
  const { tls } = settings
  let isPlain = tls.use === 'off'
  let pool: Promise<Pool> | undefined
  const opened = (): Promise<Pool> => {
    pool ??= openPool(settings, isPlain).catch((error: unknown) => {
      pool = undefined
      throw error
    })
    return pool
  }
  let current: Pool | undefined
  let isClosed = false
  const take = async (): Promise<PoolClient> => {
    if (isClosed) throw new Error('the store is closed')
    current = await opened()
    try {
      return await current.connect()
    } catch (error) {
      if (isPlain || tls.use !== 'try' || !(error instanceof Error) || error.message !== NO_TLS) throw error
      isPlain = true
      pool = undefined
      await current.end()
      current = await opened()
      return current.connect()
    }
  }
  return {
    async use(until, work) {
      const taking = take()
      const client = await within(taking, until).catch((error: unknown) => {
        taking.then(
          (late) => late.release(),
          () => {},
        )
        throw error
      })
      let isKnown = false
      try {
        const value = await work(client)
        isKnown = true
        return value
      } finally {
        client.release(!isKnown)
      }
    },
    counts: () => ({ open: current?.totalCount ?? 0, used: (current?.totalCount ?? 0) - (current?.idleCount ?? 0) }),
    async close() {
      isClosed = true
      const last = pool
      pool = undefined
      await (await last?.catch(() => undefined))?.end()
    },
  }
}

async function openPool(
  { host, port, user, password, database, tls }: DatabaseSettings,
  isPlain: boolean,
): Promise<Pool> {
  const pool = new Pool({
    host,
    port,
    user,
    password,
    database,
    ssl: isPlain ? false : await tlsOptions(tls),
    application_name: 'szpalta',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // The next query notices a break; an unheard event would end the process.
  const ignore = (): void => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function tlsOptions({ checks, rootFile, certificateFile, keyFile }: TlsSettings): Promise<ConnectionOptions> {
  return {
    rejectUnauthorized: checks !== 'nothing',
    ...(checks === 'chain' && { checkServerIdentity: () => undefined }),
    ca: rootFile && (await readFile(rootFile)),
    cert: certificateFile && (await readFile(certificateFile)),
    key: keyFile && (await readFile(keyFile)),
  }
}
