import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIssueWorker, type WorkerSettings } from '../../../../src/features/newsletter/issues/worker.ts'
import type { SubscriberStore } from '../../../../src/features/newsletter/store/store.ts'
import { cardNamed, issueOf, services } from '../../../support/issues.ts'
import { URGENT, WEEKLY, withSeveral } from '../../../support/several-newsletters.ts'
import { openSubscribers } from '../../../support/subscribers.ts'

const scheduled = { ...services.akademia, newsletter: { since: '7d', schedule: '0 7 * * 1' } }
const MOMENT = new Date('2026-11-30T06:00:10Z')
const ID = 'akademia-2026-11-30-0700'
const content = { ...issueOf([cardNamed(1)]), id: ID }

let folder: string
let store: SubscriberStore
let close: () => Promise<void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-'))
  ;({ store, close } = openSubscribers(join(folder, 'subscribers.sqlite'), () => MOMENT))
  await store.subscribe('ala@czytelnicy.example', 'akademia', MOMENT.toISOString())
  const [row] = await store.all('pending')
  await store.confirm(row?.token ?? '', MOMENT.toISOString())
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

interface Seen {
  composed: string[]
  sent: string[]
  started: Array<[string, number]>
  empty: string[]
  failed: unknown[]
}

function worker(holder: string, own: Partial<WorkerSettings> = {}) {
  const seen: Seen = { composed: [], sent: [], started: [], empty: [], failed: [] }
  const waiting: boolean[] = []
  const created = createIssueWorker({
    store,
    holder,
    services: [scheduled],
    now: () => MOMENT,
    compose: async (_service, id) => {
      seen.composed.push(id)
      return content
    },
    send: async ({ id }) => {
      seen.sent.push(id)
      await store.setIssueState(id, 'sent')
      return { kind: 'complete' }
    },
    report: {
      empty: (id) => void seen.empty.push(id),
      starting: () => {},
      started: (id, recipients) => void seen.started.push([id, recipients]),
      finished: () => {},
      waiting: (_service, isWaiting) => void waiting.push(isWaiting),
      failed: (error) => void seen.failed.push(error),
    },
    ...own,
  })
  return { ...created, seen, waiting }
}

test('a moment of the schedule makes and sends one issue, however often it is looked at (ISSUE-15)', async () => {
  const one = worker('one')
  for (let round = 0; round < 3; round += 1) await one.look()
  expect(one.seen).toEqual({ composed: [ID], sent: [ID], started: [[ID, 1]], empty: [], failed: [] })
  // The same process after a restart.
  const again = worker('restarted', { now: () => new Date(MOMENT.getTime() + 10 * 60_000) })
  await again.look()
  expect([again.seen.composed, again.seen.sent]).toEqual([[], []])
})

test('of two instances one makes and sends it (ISSUE-15)', async () => {
  const [one, other] = [worker('one'), worker('other')]
  await Promise.all([one.look(), other.look()])
  await Promise.all([other.look(), one.look()])
  expect([...one.seen.sent, ...other.seen.sent]).toEqual([ID])
  expect([...one.seen.composed, ...other.seen.composed]).toEqual([ID])
})

test('a process that dies at any step leaves the rest to the next one (ISSUE-15, ISSUE-12)', async () => {
  const record = {
    id: ID,
    service: 'akademia',
    subject: 's',
    createdAt: MOMENT.toISOString(),
    content: JSON.stringify(content),
  }
  await store.saveIssue({ ...record, state: 'draft' })
  const next = worker('next')
  await next.look()
  expect(next.seen).toMatchObject({ composed: [], sent: [ID], started: [[ID, 1]] })
  await store.saveIssue({ ...record, id: 'akademia-2026-11-23-0700', state: 'sending' })
  await next.look()
  expect(next.seen.sent).toEqual([ID, 'akademia-2026-11-23-0700'])
})

test('a period without articles sends nothing, and says so once (ISSUE-15)', async () => {
  let composed = 0
  const one = worker('one', {
    compose: async () => {
      composed += 1
      return undefined
    },
  })
  for (let round = 0; round < 3; round += 1) await one.look()
  expect([composed, one.seen.empty, one.seen.sent]).toEqual([1, [ID], []])
  expect(await store.issue(ID)).toBeUndefined()
})

test('content that cannot be read is tried again, and a draft of an editor is nobody else’s (ISSUE-15, ISSUE-18)', async () => {
  await store.saveIssue({
    ...{
      id: 'akademia-2026-11-30-abcd',
      service: 'akademia',
      subject: 's',
      createdAt: MOMENT.toISOString(),
      content: JSON.stringify(content),
    },
    state: 'draft',
  })
  let broken = true
  const one = worker('one', {
    compose: async () => {
      if (broken) throw new Error('the CMS is away')
      return content
    },
  })
  await one.look()
  expect([one.seen.failed.length, one.seen.sent]).toEqual([1, []])
  broken = false
  await one.look()
  expect(one.seen.sent).toEqual([ID])
})

test('an issue that cannot be made or sent waits, until it goes out (OBS-46)', async () => {
  const one = worker('one', { send: async () => ({ kind: 'stopped', problem: 'the mail server cannot be reached' }) })
  await one.look()
  // The same process, once the server is back, and one that has nothing to do with it.
  const [later, idle] = [worker('one'), worker('another')]
  await later.look()
  await idle.look()
  expect([one, later, idle].map(({ waiting }) => waiting)).toEqual([[true], [false], [false]])
  const inAWeek = (): Date => new Date(MOMENT.getTime() + 7 * 86_400_000)
  const broken = worker('one', { now: inAWeek, compose: () => Promise.reject(new Error('the CMS is away')) })
  for (let look = 0; look < 2; look += 1) await broken.look()
  expect(broken.waiting).toEqual([true, true])
})

const several = withSeveral(services.akademia, { schedule: '0 7 * * 1' })
const line = (href = '/2026/11/artykul-1', text = 'Pilne') => ({
  id: 'x',
  text,
  href,
  until: MOMENT.getTime() + 3_600_000,
})

test('NEWS-30: each newsletter of a service has its own moments, issues and readers (ISSUE-15)', async () => {
  await store.subscribe('ola@czytelnicy.example', WEEKLY, MOMENT.toISOString())
  for (const { token } of await store.all('pending')) await store.confirm(token, MOMENT.toISOString())
  const { newsletter } = several
  const [weekly, ...further] = newsletter?.further ?? []
  const service = {
    ...several,
    newsletter: newsletter && {
      ...newsletter,
      further: weekly ? [{ ...weekly, schedule: '0 7 * * *' }, ...further] : [],
    },
  }
  const one = worker('one', { services: [service] })
  await one.look()
  const weeklyId = `${WEEKLY}-2026-11-30-0700`
  expect(one.seen).toMatchObject({
    sent: [ID, weeklyId],
    started: [
      [ID, 1],
      [weeklyId, 1],
    ],
    failed: [],
  })
  const nextDay = worker('one', { services: [service], now: () => new Date(MOMENT.getTime() + 86_400_000) })
  await nextDay.look()
  expect(nextDay.seen.sent).toEqual([`${WEEKLY}-2026-12-01-0700`])
})

test('ISSUE-19: a line of breaking news is one mail, whatever its words become, and on the day after too', async () => {
  let shown: ReturnType<typeof line> | undefined = line()
  let at = new Date('2026-11-30T22:50:00Z')
  const one = worker('one', { services: [withSeveral(services.akademia)], breaking: () => shown, now: () => at })
  await one.look()
  shown = line('/2026/11/artykul-1', 'Pilne, poprawione')
  await one.look()
  at = new Date('2026-11-30T23:10:00Z')
  await one.look()
  await worker('two', { services: [withSeveral(services.akademia)], breaking: () => shown, now: () => at }).look()
  expect(one.seen.sent).toEqual([expect.stringMatching(/^akademia_pilne-2026-11-30-[a-z0-9]{4}$/)])
  shown = line('/2026/12/artykul-2')
  await one.look()
  shown = undefined
  await one.look()
  expect(one.seen.sent).toHaveLength(2)
})

test('ISSUE-19: a long issue of the service waits for breaking news, and goes on', async () => {
  let shown: ReturnType<typeof line> | undefined
  const order: string[] = []
  const one = worker('one', {
    services: [several],
    breaking: () => shown,
    send: async ({ id }, signal) => {
      order.push(id.startsWith(URGENT) ? 'breaking' : 'long')
      if (!id.startsWith(URGENT) && order.length === 1) {
        // Until it is interrupted.
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        return { kind: 'stopped' }
      }
      await store.setIssueState(id, 'sent')
      return { kind: 'complete' }
    },
  })
  const first = one.look()
  while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  shown = line()
  await Promise.all([first, one.look()])
  expect(order).toEqual(['long', 'breaking', 'long'])
})
