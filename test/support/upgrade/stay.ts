import { type MailServer, startMailServer } from '../newsletter-run.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { type PortalProcess, startProcess } from '../process.ts'
import { newVapidKeys, type PushService, startPushService } from '../push-service.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { type Beginning, type Customer, createCustomer } from './customer.ts'
import { type CommandResult, type Release, runCommand } from './releases.ts'
import { type Rows, rowsOfDatabase, rowsOfFiles } from './rows.ts'

/** Of `/ops/most-read`. */
export const METRICS_TOKEN = 'liczby-dla-redakcji'

export interface StaySettings {
  beginning: Beginning
  /** Redis' program. */
  redis: string
  /** Folder of PostgreSQL's programs; absent: readers are kept in files. */
  postgres?: string
}

/** A customer with what it runs next to the portal, across releases. */
export interface Stay {
  customer: Customer
  redis: RedisServer
  mail: MailServer
  push: PushService
  /** Absent: readers are kept in files. */
  database: PostgresServer | undefined
  vapid: VapidKeys
  /** @param options.data an empty folder, to which an empty database comes; absent: what the customer's releases have kept */
  start(release: Release, options?: { data?: string; jump?: number }): Promise<PortalProcess>
  command(
    release: Release,
    name: string,
    args: readonly string[],
    until?: () => Promise<unknown>,
  ): Promise<CommandResult>
  /** What readers and editors left, by table. */
  rows(): Promise<Rows>
  /** Names and kinds of what the shared store has. */
  storedKeys(): Promise<Map<string, string>>
  close(): Promise<void>
}

export async function beginStay(
  first: Release,
  { beginning, redis: redisProgram, postgres: programs }: StaySettings,
): Promise<Stay> {
  return stayOf(await createCustomer(first, beginning), redisProgram, programs, newVapidKeys())
}

export type VapidKeys = ReturnType<typeof newVapidKeys>

/** @param vapid keys that browsers subscribed with */
export async function stayOf(
  customer: Customer,
  redisProgram: string,
  programs: string | undefined,
  vapid: VapidKeys,
): Promise<Stay> {
  const { publicKey, privateKey } = vapid
  const redis = await startRedis(redisProgram)
  const mail = await startMailServer()
  const push = await startPushService(publicKey)
  const database: PostgresServer | undefined = programs === undefined ? undefined : await startPostgres(programs)
  const settings: Record<string, string> = {
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Gazeta <newsletter@klient.example>',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:redakcja@klient.example',
    CLEAR_TEXT_HOSTS: '127.0.0.1',
    PUSH_QUIET_HOURS: 'off',
    METRICS_TOKEN,
    ACCESS_LOG: 'off',
  }
  const withDatabase = (url: string): Record<string, string> => ({
    ...settings,
    DATABASE_URL: url,
    SEARCH_INDEX: 'postgresql',
  })
  const shared = database === undefined ? settings : withDatabase(database.url)
  let emptyOnes = 0
  const empty = async (): Promise<Record<string, string>> => {
    emptyOnes += 1
    return database === undefined ? settings : withDatabase(await database.database(`empty_${emptyOnes}`))
  }
  return {
    ...{ customer, redis, mail, push, database, vapid },
    async start(release, { data, jump = 0 } = {}) {
      const variables = customer.variables(data === undefined ? shared : await empty(), data)
      const portal = await startProcess({ ...variables, CLOCK_JUMP: String(jump) }, { root: release.root, clock: true })
      await portal.ready()
      return portal
    },
    command: (release, name, args, end) => runCommand(release, name, args, customer.variables(shared), end),
    async rows() {
      const { subscribers, push: ofPush } = customer.files
      return database ? rowsOfDatabase(database) : rowsOfFiles({ subscribers, push: ofPush })
    },
    async storedKeys() {
      const names = (await redis.send('KEYS', '*')) as string[]
      const kinds = await Promise.all(
        names.map(async (name) => [name, String(await redis.send('TYPE', name))] as const),
      )
      return new Map(kinds)
    },
    async close() {
      await push.close()
      await mail.close()
      await database?.close()
      await redis.close()
      await customer.remove()
    },
  }
}

/** Ends a portal as an orchestrator does. */
export async function end(portal: PortalProcess): Promise<void> {
  portal.child.kill('SIGTERM')
  await portal.exit()
}
