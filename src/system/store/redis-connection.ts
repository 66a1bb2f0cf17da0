import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { Cluster, Redis, type RedisOptions } from 'ioredis'

export interface RedisSettings {
  kind: 'redis'
  /** `sentinel`: servers that know the master. */
  mode: 'single' | 'cluster' | 'sentinel'
  /** The first URL's credentials, database and TLS are for all. */
  urls: readonly string[]
  tls: {
    isVerified: boolean
    rootFile?: string
  }
  /** The master's name, and the sentinels' own password. */
  sentinel: { name: string; password?: string }
}

const CONNECT_MS = 3000
const RECONNECT_MS = { first: 100, most: 2000 } as const
const DEFAULT_PORTS = { redis: 6379, sentinel: 26_379 } as const
const MAX_REDIRECTIONS = 4

export type RedisConnection = Redis | Cluster

/**
 * It reconnects by itself; a command fails at the next failed attempt.
 * @param silence milliseconds until a disconnection
 * @throws when authorities cannot be read
 */
export function connectRedis({ mode, urls, tls, sentinel }: RedisSettings, silence: number): RedisConnection {
  const [first] = urls.map((url) => new URL(url))
  if (!first) throw new Error('no URL of Redis')
  const secure = first.protocol === 'rediss:' ? tlsOptions(tls) : undefined
  const database = Number(first.pathname.slice(1) || '0')
  const retry = (times: number): number => Math.min(RECONNECT_MS.first * 2 ** (times - 1), RECONNECT_MS.most)
  const options: RedisOptions = {
    connectTimeout: CONNECT_MS,
    socketTimeout: silence,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    // A server may refuse INFO.
    enableReadyCheck: false,
    // A former master refuses to write: look for the new one.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    username: first.username ? decodeURIComponent(first.username) : undefined,
    password: first.password ? decodeURIComponent(first.password) : undefined,
    tls: secure,
  }
  switch (mode) {
    case 'single':
      return new Redis({ ...options, ...placeOf(first, DEFAULT_PORTS.redis), db: database, retryStrategy: retry })
    case 'sentinel':
      return new Redis({
        ...options,
        db: database,
        retryStrategy: retry,
        sentinels: urls.map((url) => placeOf(new URL(url), DEFAULT_PORTS.sentinel)),
        name: sentinel.name,
        sentinelPassword: sentinel.password,
        enableTLSForSentinelMode: secure !== undefined,
        sentinelTLS: secure,
        sentinelRetryStrategy: retry,
        // A hanging former master would be waited for.
        failoverDetector: true,
      })
    case 'cluster':
      return new Cluster(
        urls.map((url) => placeOf(new URL(url), DEFAULT_PORTS.redis)),
        {
          redisOptions: { ...options, commandTimeout: silence },
          enableReadyCheck: false,
          maxRedirections: MAX_REDIRECTIONS,
          clusterRetryStrategy: retry,
          ...(secure && { dnsLookup: (host, callback) => callback(null, host) }),
        },
      )
  }
}

function placeOf({ hostname, port }: URL, otherwise: number): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || otherwise) }
}

function tlsOptions({ isVerified, rootFile }: RedisSettings['tls']): ConnectionOptions {
  return { rejectUnauthorized: isVerified, ca: rootFile === undefined ? undefined : readFileSync(rootFile) }
}
