import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSqliteStore } from '../../../../src/features/newsletter/store/sqlite/sqlite-store.ts'
import type { SubscriberStore } from '../../../../src/features/newsletter/store/store.ts'
import { debianProgram } from '../../../support/debian-program.ts'
import { EXIM_MAILBOXES, startExim } from '../../../support/exim-server.ts'
import {
  fillFile,
  fillSql,
  type MailServer,
  reckon,
  sendWithKills,
  startMailServer,
  startSending,
  subscriberNames,
} from '../../../support/newsletter-run.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../../support/postgres-server.ts'
import { ROOT } from '../../../support/root.ts'
import { THREAD_PROGRAM } from '../../../support/subscribers.ts'
import { until } from '../../../support/until.ts'

const SERVICE = 'akademia'
const COUNT = 400
const REFUSALS = 8
const KILLS = 4
const ARGS = ['--service', SERVICE, '--since', '52w']
const emails = subscriberNames(COUNT, REFUSALS)

/** A folder and a mail server of a test's own. */
interface Desk {
  folder: string
  server: MailServer
  variables(own?: Record<string, string>): Record<string, string>
}

async function atDesk(run: (desk: Desk) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'newsletter-'))
  const server = await startMailServer()
  try {
    await run({
      folder,
      server,
      variables: (own = {}) => ({
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: 'Akademia <newsletter@akademia.example>',
        SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
        ...own,
      }),
    })
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
}

/** What is true of a sending that was killed, however it was. */
async function expectWhole(
  server: MailServer,
  settings: Record<string, string>,
  store: () => Promise<SubscriberStore>,
): Promise<void> {
  const last = await sendWithKills(() => startSending(settings, ARGS), server, { count: COUNT - 40, kills: KILLS })
  expect(last).toMatchObject({ code: 0, errors: '' })
  const report = await server.report()
  const { twice, lost, arrived, refused } = reckon(emails, report)
  const opened = await store()
  const [issue, ...others] = await opened.issues(SERVICE, 5)
  const counts = await opened.deliveryCounts(issue?.id ?? '')
  await opened.close()
  expect([issue?.state, others]).toEqual(['sent', []])
  expect(twice).toBe(0)
  expect(refused).toBe(REFUSALS)
  // A kill between the hand-over and the bytes, which are microseconds apart, leaves a mail that nobody sends again.
  expect(lost).toBeLessThanOrEqual(counts['handed-over'])
  expect(arrived + lost + refused).toBe(COUNT)
  expect(counts).toMatchObject({ waiting: 0, deferred: 0, withdrawn: 0 })
  expect(counts.sent + counts.refused + counts['handed-over']).toBe(COUNT)
  expect(counts['handed-over']).toBeLessThanOrEqual(KILLS * 4)
  expect(new Set(report.arrived.map(({ id }) => id)).size).toBe(arrived)
}

// Side by side: a sender waits for the leases of the one that was killed.
test.concurrent(
  'an issue reaches everyone once, although its sender is killed again and again, with SQLite (ISSUE-11, ISSUE-12, ISSUE-13, ISSUE-14)',
  () =>
    atDesk(async ({ folder, server, variables }) => {
      const file = join(folder, 'subscribers.sqlite')
      await fillFile(file, SERVICE, emails)
      await expectWhole(server, variables(), async () =>
        createSqliteStore({ file, program: THREAD_PROGRAM, notify: () => {} }),
      )
    }),
  240_000,
)

const programs = postgresPrograms()
const withPostgres = programs === undefined ? test.skip : test.concurrent

withPostgres(
  'the same with PostgreSQL (ISSUE-11, ISSUE-12, ISSUE-13, ISSUE-14)',
  () =>
    atDesk(async ({ server, variables }) => {
      const postgres: PostgresServer = await startPostgres(programs ?? '')
      try {
        const { createPostgresStore } = await import(
          '../../../../src/features/newsletter/store/postgres/postgres-store.ts'
        )
        const { databaseUrl } = await import('../../../../src/system/postgresql/settings.ts')
        const open = async () => createPostgresStore({ database: databaseUrl.parse(postgres.url), notify: () => {} })
        const store = await open()
        await store.recipientCount(SERVICE)
        await store.close()
        await postgres.sql(fillSql(SERVICE, emails))
        await expectWhole(server, variables({ DATABASE_URL: postgres.url }), open)
      } finally {
        await postgres.close()
      }
    }),
  240_000,
)

withPostgres(
  'PostgreSQL that is killed and started again in the middle of a sending: nobody gets an issue twice, nobody is left out (ISSUE-11, SUB-23)',
  () =>
    atDesk(async ({ server, variables }) => {
      const postgres = await startPostgres(programs ?? '')
      try {
        const { createPostgresStore } = await import(
          '../../../../src/features/newsletter/store/postgres/postgres-store.ts'
        )
        const { databaseUrl } = await import('../../../../src/system/postgresql/settings.ts')
        const open = () => createPostgresStore({ database: databaseUrl.parse(postgres.url), notify: () => {} })
        const store = open()
        await store.recipientCount(SERVICE)
        await store.close()
        await postgres.sql(fillSql(SERVICE, emails))
        const settings = variables({ DATABASE_URL: postgres.url })
        const run = startSending(settings, ARGS)
        for (const moment of [COUNT * 0.2, COUNT * 0.5]) {
          if ((await Promise.race([server.reached(moment), run.ended])) !== undefined) break
          await postgres.kill()
          await postgres.start()
        }
        const results = [await run.ended]
        // A database that comes back too late ends a run; the next one goes on.
        while (results.at(-1)?.code !== 0 && results.length < 5) results.push(await startSending(settings, ARGS).ended)
        for (const { out, errors } of results) expect(out + errors).not.toMatch(/@czytelnicy|tajne-haslo/)
        const report = await server.report()
        const opened = open()
        const [issue, ...others] = await opened.issues(SERVICE, 5)
        const counts = await opened.deliveryCounts(issue?.id ?? '')
        await opened.close()
        expect([results.at(-1)?.code, issue?.state, others]).toEqual([0, 'sent', []])
        const { twice, lost, arrived, refused } = reckon(emails, report)
        // A mail whose result the database lost, or that was handed over when it died.
        expect(lost).toBeLessThanOrEqual(counts['handed-over'])
        expect([twice, refused, arrived + lost + refused]).toEqual([0, REFUSALS, COUNT])
      } finally {
        await postgres.close()
      }
    }),
  240_000,
)

const exim4 = debianProgram('exim4', 'exim4-daemon-light')
const withExim = exim4 === undefined ? test.skip : test.concurrent
const EXIM_COUNT = 60

withExim(
  'over Debian’s Exim everyone gets an issue once, although the sender is killed twice (ISSUE-11, ISSUE-12, ISSUE-13)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsletter-exim-'))
    const exim = await startExim(exim4 ?? '')
    try {
      const file = join(folder, 'subscribers.sqlite')
      const readers = Array.from({ length: EXIM_COUNT }, (_, index) => `czytelnik-${index}@czytelnicy.example`)
      await fillFile(file, SERVICE, [
        ...readers,
        `${EXIM_MAILBOXES.unknown}@czytelnicy.example`,
        `${EXIM_MAILBOXES.later}@czytelnicy.example`,
      ])
      const variables = {
        SMTP_URL: `smtp://127.0.0.1:${exim.port}`,
        MAIL_FROM: 'Akademia <newsletter@akademia.example>',
        SUBSCRIBERS_FILE: file,
      }
      const start = (...more: string[]) =>
        startSending(variables, ['--service', SERVICE, '--since', '52w', '--rate', '30', ...more])
      for (const moment of [8, 30]) {
        const { child, ended } = start()
        await until(
          async () => (await exim.raw()).length,
          (count) => count >= moment,
          60_000,
        )
        await wait(Math.random() * 30)
        child.kill('SIGKILL')
        await ended
      }
      // More than ten mails over each connection, whatever the machine does meanwhile.
      const last = await start('--connections', '2').ended
      expect([last.code, last.errors]).toEqual([0, ''])
      const store = createSqliteStore({ file, program: THREAD_PROGRAM, notify: () => {} })
      const [issue] = await store.issues(SERVICE, 1)
      const counts = await store.deliveryCounts(issue?.id ?? '')
      const isSuppressed = await store.isSuppressed(`${EXIM_MAILBOXES.unknown}@czytelnicy.example`)
      await store.close()
      expect(counts).toMatchObject({ refused: 1, deferred: 1, waiting: 0 })
      expect(isSuppressed).toBe(true)
      const mails = await until(
        () => exim.mails(),
        (all) => all.length >= counts.sent,
        30_000,
      )
      const recipients = mails.map(({ headers }) => String(headers.get('envelope-to')))
      expect(new Set(recipients).size).toBe(recipients.length)
      expect(counts.sent + counts['handed-over']).toBe(EXIM_COUNT)
      expect(recipients.length).toBeGreaterThanOrEqual(counts.sent)
      for (const mail of mails) {
        expect([
          mail.headerLines.some(({ line }) => line === 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
          typeof mail.html,
          mail.text?.includes('/newsletter/wypisz/'),
        ]).toEqual([true, 'string', true])
      }
    } finally {
      await exim.close()
      await rm(folder, { recursive: true })
    }
  },
  240_000,
)

test.concurrent('a second command waits for the first, and neither prints a subscriber (ISSUE-10, ISSUE-14, ISSUE-18)', () =>
  atDesk(async ({ folder, server, variables }) => {
    const file = join(folder, 'subscribers.sqlite')
    await fillFile(file, SERVICE, emails.slice(0, 60))
    const settings = variables()
    const [one, two] = [
      startSending(settings, [...ARGS, '--rate', '40']),
      startSending(settings, [...ARGS, '--rate', '40']),
    ]
    const results = await Promise.all([one.ended, two.ended])
    const report = await server.report()
    // The second one waits for the first, and finds nothing left to send.
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect([reckon(emails.slice(0, 60), report), report.arrived.length]).toMatchObject([
      { twice: 0, lost: 0 },
      report.arrived.length,
    ])
    expect(new Set(report.arrived.map(({ to }) => to)).size).toBe(report.arrived.length)
    for (const { out, errors } of results) expect(out + errors).not.toContain('@czytelnicy.example')
    const status = await startSending(settings, ['--service', SERVICE, '--status']).ended
    expect(status.out).toMatch(/^akademia: \d+ confirmed subscribers\nakademia-\d{4}-\d\d-\d\d-\w{4} {2}sent/)
    expect(status.out).not.toContain('@')
  }))

test.concurrent('a dry run sends nothing, writes both forms, and its draft can be sent (ISSUE-10, ISSUE-18)', () =>
  atDesk(async ({ folder, server, variables }) => {
    const file = join(folder, 'subscribers.sqlite')
    await fillFile(file, SERVICE, emails.slice(0, 3))
    const settings = variables({ PREVIEW_SECRET: 'tajny-klucz-podgladu-0123456789' })
    const dry = await startSending(settings, [...ARGS, '--dry-run', '--subject', 'Próba\r\nBcc: x@y.example']).ended
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(dry.out).toContain('subject: Próba Bcc: x@y.example\nrecipients: 3\n')
    const html = await readFile(new URL(/^file: (.*)$/m.exec(dry.out)?.[1] ?? ''), 'utf8')
    expect(html).toContain('<title>Próba Bcc: x@y.example</title>')
    expect(dry.out).toMatch(
      /^preview: https:\/\/akademia\.szpalta\.test\/preview\/newsletter\/akademia-[\w-]+\?expires=\d+&signature=[0-9a-f]{64}$/m,
    )
    expect((await server.report()).arrived).toEqual([])
    const id = /--issue (\S+)$/m.exec(dry.out)?.[1] ?? ''
    const tested = await startSending(settings, [
      '--service',
      SERVICE,
      '--issue',
      id,
      '--test',
      'redaktor@akademia.example',
    ]).ended
    expect(tested).toMatchObject({ code: 0, out: 'the mail server has taken the test\n' })
    const sent = await startSending(settings, ['--service', SERVICE, '--issue', id]).ended
    expect(sent).toMatchObject({ code: 0, out: `${id}: 3 sent\n` })
    expect((await server.report()).arrived.map(({ to }) => to).sort()).toEqual(
      [...emails.slice(0, 3), 'redaktor@akademia.example'].sort(),
    )
    const again = await startSending(settings, ['--service', SERVICE, '--issue', id]).ended
    expect([again.code, again.errors]).toEqual([1, `${id} has been sent\n`])
  }))

test.concurrent.each([
  [['--since', 'tomorrow']],
  [['--since', '7d', '--articles', '/a']],
  [['--articles', ' , ']],
  [['--dry-run', '--status']],
  [['--test', 'nobody']],
  [['--rate', '0']],
  [['--connections', '99']],
  [['--issue', '../../etc']],
  [['--unknown']],
  [['--service', 'nie-ma']],
])('options that make no sense are refused, and nothing is sent: %j (ISSUE-10)', (args) =>
  atDesk(async ({ variables }) => {
    const { code, errors } = await startSending(variables(), args).ended
    expect(code).toBe(2)
    expect(errors).toMatch(/usage: npm run newsletter:send|--service must be one of/)
  }),
)

test.concurrent('without a mail server, and for a provider’s subscribers, it says so (ISSUE-10)', () =>
  atDesk(async ({ variables }) => {
    const { SMTP_URL: _url, MAIL_FROM: _from, ...none } = variables()
    const without = await startSending(none, ARGS).ended
    expect([without.code, without.errors]).toEqual([1, 'SMTP_URL and MAIL_FROM are not set: there is no mail server\n'])
    const sare = { SARE_URL: 'https://sare.example', SARE_UID: 'a', SARE_API_KEY: 'b' }
    const provider = await startSending({ ...none, ...sare }, ARGS).ended
    expect([provider.code, provider.errors]).toEqual([1, expect.stringContaining('provider')])
  }))

test('the built command is there (ISSUE-10)', async () => {
  const manifest = await readFile(join(ROOT, 'package.json'), 'utf8')
  expect(manifest).toContain('"newsletter:send": "node dist/send-newsletter.js"')
})
