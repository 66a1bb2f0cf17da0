import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createIssueArchive } from '../../../../src/features/newsletter/issues/archive.ts'
import { createSqliteStore } from '../../../../src/features/newsletter/store/sqlite/sqlite-store.ts'
import { services } from '../../../content/world.ts'
import {
  fillFile,
  type MailServer,
  reckon,
  sendWithKills,
  startMailServer,
  startSending,
  subscriberNames,
} from '../../../support/newsletter-run.ts'
import { THREAD_PROGRAM } from '../../../support/subscribers.ts'

const { akademia } = services
const COUNT = 600
const SUBJECTS = ['--subject', 'Pierwszy temat', '--subject-b', 'Drugi temat', '--trial', '40']

let folder: string
let file: string
let server: MailServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trial-'))
  file = join(folder, 'subscribers.sqlite')
  server = await startMailServer()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const emails = subscriberNames(COUNT, 0)
const send = (args: readonly string[]) =>
  startSending(
    {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Akademia <newsletter@akademia.example>',
      SUBSCRIBERS_FILE: file,
    },
    ['--service', 'akademia', ...args],
  )
const inFile = (sql: string): void => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec(sql)
  db.close()
}
/** Of a stored time. */
const EARLIER = (column: string): string => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-61 minutes')`

test('ISSUE-21: killed during the trial and after it, and two at once, nobody gets two mails or none, and one subject wins', async () => {
  await fillFile(file, 'akademia', emails)
  const first = send(['--since', '52w', ...SUBJECTS])
  await server.reached(40)
  first.child.kill('SIGKILL')
  await first.ended
  // The trial goes to its end, and no further.
  const rest = await send([]).ended
  expect(rest).toMatchObject({ code: 0 })
  const store = createSqliteStore({ file, program: THREAD_PROGRAM, notify: () => {} })
  const [issue] = await store.issues('akademia', 1)
  const id = issue?.id ?? ''
  const trial = await store.subjectTrial(id)
  const part = (trial?.sent.a ?? 0) + (trial?.sent.b ?? 0)
  expect(part).toBeGreaterThan(COUNT * 0.3)
  expect(part).toBeLessThan(COUNT * 0.5)
  expect(trial?.winner).toBeUndefined()
  const tried = (await server.report()).arrived.length
  const still = await send(['--issue', id]).ended
  expect([still.code, (await server.report()).arrived.length]).toEqual([0, tried])
  expect(part - tried).toBeLessThanOrEqual((await store.deliveryCounts(id))['handed-over'])
  await store.addClicks([
    { issueId: id, link: 1, version: 'a', clicks: 3 },
    { issueId: id, link: 1, version: 'b', clicks: 9 },
  ])
  // An hour later.
  inFile(
    `UPDATE deliveries SET ${EARLIER('done_at')} WHERE done_at IS NOT NULL; UPDATE deliveries SET ${EARLIER('due_at')}`,
  )
  const last = await sendWithKills(() => send(['--issue', id]), server, { count: COUNT - part - 40, kills: 2 })
  expect(last.code).toBe(0)
  expect((await store.subjectTrial(id))?.winner).toBe('b')
  expect((await store.issue(id))?.state).toBe('sent')
  const archive = createIssueArchive(store, () => true)
  const shown = [await archive.issue(akademia, id), ...(await archive.latest(akademia))]
  expect(shown.map((one) => one?.subject)).toEqual(['Drugi temat', 'Drugi temat'])
  const { twice, lost, arrived } = reckon(emails, await server.report())
  const counts = await store.deliveryCounts(id)
  await store.close()
  expect(twice).toBe(0)
  expect(arrived + counts['handed-over']).toBeGreaterThanOrEqual(COUNT)
  expect(lost).toBeLessThanOrEqual(counts['handed-over'])
})
