import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSqliteStore } from '../../../src/newsletter/store/sqlite/sqlite-store.ts'
import { debianProgram } from '../../support/debian-program.ts'
import { EXIM_MAILBOXES, startExim } from '../../support/exim-server.ts'
import { fillFile, startSending } from '../../support/newsletter-run.ts'
import { THREAD_PROGRAM } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

const program = debianProgram('exim4', 'exim4-daemon-light')
const withExim = program === undefined ? test.skip : test
const SERVICE = 'akademia'
const COUNT = 60

withExim(
  'over Debian’s Exim everyone gets an issue once, although the sender is killed twice (ISSUE-11, ISSUE-12, ISSUE-13)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsletter-exim-'))
    const exim = await startExim(program ?? '')
    try {
      const file = join(folder, 'subscribers.sqlite')
      const readers = Array.from({ length: COUNT }, (_, index) => `czytelnik-${index}@czytelnicy.example`)
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
      const start = () => startSending(variables, ['--service', SERVICE, '--since', '52w', '--rate', '30'])
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
      const last = await start().ended
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
      expect(counts.sent + counts['handed-over']).toBe(COUNT)
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
