import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import * as z from 'zod'
import { POSTGRES_PASSWORD } from '../postgres-server.ts'
import { ROOT } from '../root.ts'
import { customerIn } from './customer.ts'
import { type Stay, stayOf } from './stay.ts'

const run = promisify(execFile)

/** What a release has written for a customer, in one archive: `test/upgrade/kept/`. */
export const keptFile = (release: string, way: string): string =>
  join(ROOT, 'test/upgrade/kept', `${release}-${way}.tar.gz`)

/** Keys of files of a build: some stand for all, which are half a megabyte. */
const BUILD_FILE = '{release-files}:'
const FEW = 5

const about = z.object({
  service: z.string(),
  /** Milliseconds since 1970: rows are as old as they were then. */
  keptAt: z.number(),
  vapid: z.object({ publicKey: z.string(), privateKey: z.string() }),
  stored: z.array(z.object({ name: z.string(), left: z.number(), dump: z.string() })),
})

/** @param programs of PostgreSQL, where the customer has a database */
export async function keep(stay: Stay, file: string, programs: string | undefined): Promise<void> {
  const { customer, redis, database, vapid } = stay
  const folder = await mkdtemp(join(tmpdir(), 'kept-'))
  try {
    for (const part of ['site', 'data']) await cp(join(customer.folder, part), join(folder, part), { recursive: true })
    if (database && programs !== undefined) {
      const env = { PGPASSWORD: POSTGRES_PASSWORD }
      const server = ['-h', '127.0.0.1', '-p', String(database.port), '-U', 'szpalta', '-d', 'postgres']
      const plain = ['--no-owner', '--inserts', '-f', join(folder, 'database.sql')]
      await run(join(programs, 'pg_dump'), [...server, ...plain], { env })
    }
    const client = new Redis(redis.url, { enableReadyCheck: false })
    const stored: z.infer<typeof about>['stored'] = []
    const names = (await client.keys('*')).sort()
    const files = names.filter((name) => name.startsWith(BUILD_FILE)).slice(FEW)
    for (const name of names.filter((one) => !files.includes(one))) {
      const dump = await client.dumpBuffer(name)
      if (dump) stored.push({ name, left: Math.max(0, await client.pttl(name)), dump: dump.toString('base64') })
    }
    client.disconnect()
    const words = about.parse({ service: customer.service, keptAt: Date.now(), vapid, stored })
    await writeFile(join(folder, 'about.json'), JSON.stringify(words))
    await mkdir(join(file, '..'), { recursive: true })
    await run('tar', ['-czf', file, '-C', folder, '.'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface KeptStay extends Stay {
  /** Sets a process' clock to the time of what was kept. Milliseconds. */
  jump: number
}

/** The customer again, with servers that have what was in them. */
export async function restored(file: string, redisProgram: string, programs: string | undefined): Promise<KeptStay> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-'))
  await run('tar', ['-xzf', file, '-C', folder])
  const { service, keptAt, vapid, stored } = about.parse(JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')))
  const stay = await stayOf(customerIn(folder, service), redisProgram, programs, vapid)
  // What psql alone reads is left out.
  const sql = stay.database && (await readFile(join(folder, 'database.sql'), 'utf8')).replaceAll(/^\\\w+.*$/gm, '')
  if (sql !== undefined) await stay.database?.sql(sql)
  const client = new Redis(stay.redis.url, { enableReadyCheck: false })
  for (const { name, left, dump } of stored) await client.restore(name, left, Buffer.from(dump, 'base64'))
  client.disconnect()
  return { ...stay, jump: keptAt - Date.now() }
}
