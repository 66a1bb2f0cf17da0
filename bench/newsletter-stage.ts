/** The stage of `bench:newsletter`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createPostgresStore } from '../src/features/newsletter/store/postgres/postgres-store.ts'
import { createSqliteStore } from '../src/features/newsletter/store/sqlite/sqlite-store.ts'
import type { SubscriberStore } from '../src/features/newsletter/store/store.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { startEximMailServer } from '../test/support/exim-mail-server.ts'
import {
  fillFile,
  fillSql,
  reckon,
  sendWithKills,
  startMailServer,
  startSending,
  subscriberNames,
} from '../test/support/newsletter-run.ts'
import { ROOT } from '../test/support/root.ts'

const SERVICE = 'akademia'

interface Measured {
  subscribers: number
  kills: number
  arrived: number
  twice: number
  lost: number
  refusedByServer: number
  refusedRecorded: number
  recordedAsSent: number
  /** Handed over when the process was killed; of these the server has some. */
  withoutReply: number
  kilobytesOfMail: number
  seconds: number
  mailsPerSecond: number
}

export async function measure({
  count,
  kills,
  connections,
  database,
  exim,
}: {
  count: number
  kills: number
  connections: number
  database?: string
  /** Program of Debian's Exim; absent: a server of the bench's own. */
  exim?: string
}): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-newsletter-'))
  const file = join(folder, 'subscribers.sqlite')
  const server = exim === undefined ? await startMailServer() : await startEximMailServer(exim)
  const emails = subscriberNames(count, Math.ceil(count / 100))
  let store: SubscriberStore | undefined
  try {
    if (database === undefined) {
      await fillFile(file, SERVICE, emails)
      store = createSqliteStore({ file, program: join(ROOT, 'dist/subscribers-thread.js'), notify: () => {} })
    } else {
      store = createPostgresStore({ database: databaseUrl.parse(database), notify: () => {} })
      await store.recipientCount(SERVICE)
      const client = new Client(database)
      await client.connect()
      await client.query('SET search_path TO szpalta')
      await client.query(fillSql(SERVICE, emails))
      await client.end()
    }
    const variables = {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Akademia <newsletter@akademia.example>',
      SUBSCRIBERS_FILE: file,
      ...(database !== undefined && { DATABASE_URL: database }),
    }
    const args = ['--service', SERVICE, '--since', '52w', '--connections', String(connections)]
    const begin = performance.now()
    const last = await sendWithKills(() => startSending(variables, args), server, { count, kills })
    const seconds = (performance.now() - begin) / 1000
    if (last.code !== 0) throw new Error(`the command ended with ${last.code}:\n${last.out}${last.errors}`)
    const report = await server.report()
    const [issue] = await store.issues(SERVICE, 1)
    const counts = await store.deliveryCounts(issue?.id ?? '')
    const { arrived, twice, lost, refused } = reckon(emails, report)
    const bytes = report.arrived.reduce((sum, mail) => sum + mail.bytes, 0)
    return {
      subscribers: count,
      kills,
      arrived,
      twice,
      lost,
      refusedByServer: refused,
      refusedRecorded: counts.refused,
      recordedAsSent: counts.sent,
      withoutReply: counts['handed-over'],
      kilobytesOfMail: Math.round(bytes / Math.max(1, report.arrived.length) / 100) / 10,
      seconds: Math.round(seconds),
      mailsPerSecond: Math.round(count / seconds),
    }
  } finally {
    await store?.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
