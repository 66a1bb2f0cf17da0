import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Notice } from '../../src/features/newsletter/store/notice.ts'
import { createPostgresStore, type PostgresStore } from '../../src/features/newsletter/store/postgres/postgres-store.ts'
import { databaseUrl } from '../../src/system/postgresql/settings.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from './postgres-server.ts'

/** Stores in PostgreSQL for the tests of a block, which share a server and have databases of their own. */
export interface PostgresStores {
  readonly server: PostgresServer
  /** The last database that was made. */
  readonly database: string
  newDatabase(): Promise<string>
  open(url: string, options?: { limit?: number; notices?: Notice[] }): PostgresStore
}

type Options = Parameters<typeof startPostgres>[1]

export const programs = postgresPrograms() ?? ''
export const withPostgres = programs === '' ? describe.skip : describe

/** @param options of the server */
export function usePostgres(options: () => Promise<Options> = async () => ({})): PostgresStores {
  let server: PostgresServer
  let count = 0
  const opened: PostgresStore[] = []
  beforeAll(async () => {
    server = await startPostgres(programs, await options())
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  afterAll(() => server?.close())
  return {
    get server() {
      return server
    },
    get database() {
      return `db${count}`
    },
    newDatabase() {
      count += 1
      return server.database(`db${count}`)
    },
    open(url, { limit, notices = [] } = {}) {
      const store = createPostgresStore({
        database: databaseUrl.parse(url),
        notify: (notice) => void notices.push(notice),
        ...(limit !== undefined && { limit }),
      })
      opened.push(store)
      return store
    },
  }
}

export const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

/**
 * A proxy in front of the server that sees what the client sends.
 * @param onData false: the connection ends without it
 */
export async function withProxy<T>(
  url: string,
  onData: (bytes: string) => boolean,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (bytes) => {
      if (onData(bytes.toString('latin1'))) {
        upstream.write(bytes)
        return
      }
      client.destroy()
      upstream.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`${url.replace(/:\d+\//, `:${portOf(proxy)}/`)}?sslmode=disable`)
  } finally {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  }
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
