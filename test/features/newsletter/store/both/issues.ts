import type { Subscriber } from '../../../../../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../../../../../src/features/newsletter/store/store.ts'
import { SubscribersError } from '../../../../../src/features/newsletter/subscribers.ts'
import {
  confirmedIn,
  DAY,
  eachWith,
  issueOf,
  JAN,
  lettersOf,
  NOON,
  OLA,
  type OpenStore,
  plus,
  rowOf,
} from './store-under-test.ts'

/** Suppressions, issues and deliveries, leases, and texts that are meant to do harm. */
export function testIssues(open: OpenStore): void {
  let store: SubscriberStore
  let second: SubscriberStore
  eachWith(open, (tested) => {
    ;({ store, second } = tested)
  })
  const letters = (at = NOON) => lettersOf(store, at)
  const confirmed = (email: string, service = 'post'): Promise<Subscriber> => confirmedIn(store, email, service)

  describe('SUB-20: a suppression', () => {
    test('stops letters and issues, in any spelling of the address, and survives erasure', async () => {
      const row = await confirmed(OLA)
      await confirmed(JAN)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const [delivery] = await store.takeDeliveries('i1', 1, NOON, 60)
      await store.suppress(OLA.toUpperCase(), 'bounce', NOON)
      await store.suppress(OLA, 'complaint', NOON)
      expect([await store.isSuppressed(OLA.toLowerCase()), await store.isSuppressed(JAN)]).toEqual([true, false])
      expect(await store.handOver(delivery?.id ?? 0, NOON)).toBe(false)
      expect(await store.recipientCount('post')).toBe(1)
      expect(await store.deliveryCounts('i1')).toMatchObject({ waiting: 1, withdrawn: 1 })
      await store.saveIssue(issueOf('i2'))
      expect(await store.startDeliveries('i2', NOON)).toBe(1)
      await store.erase(row.manageToken)
      expect(await second.isSuppressed(OLA)).toBe(true)
      expect(await store.subscribe(OLA, 'post', plus(DAY))).toEqual({ outcome: 'added', suppressed: true })
      expect(await letters(plus(DAY))).toEqual([])
    })

    test('drops a letter that already waits', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.suppress(OLA, 'complaint', NOON)
      expect(await letters()).toEqual([])
    })
  })

  describe('SUB-21: issues and deliveries', () => {
    const people = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) await confirmed(`n${n}@poczta.example`)
    }

    test('an issue is saved once, and listed with the latest first', async () => {
      expect(await store.saveIssue(issueOf('i1'))).toBe(true)
      expect(await store.saveIssue({ ...issueOf('i1'), subject: 'inny' })).toBe(false)
      await store.saveIssue({ ...issueOf('i2'), createdAt: plus(1) })
      await store.saveIssue(issueOf('i3', 'akademia'))
      expect(await second.issue('i1')).toEqual(issueOf('i1'))
      expect(await store.issue('nie ma')).toBeUndefined()
      expect((await store.issues('post', 10)).map(({ id }) => id)).toEqual(['i2', 'i1'])
      expect((await store.issues('post', 1)).map(({ id }) => id)).toEqual(['i2'])
      expect([await store.setIssueState('i1', 'sent'), await store.setIssueState('nie ma', 'sent')]).toEqual([
        true,
        false,
      ])
      expect((await store.issue('i1'))?.state).toBe('sent')
      await expect(store.saveIssue({ ...issueOf('i4'), content: 'x'.repeat(1024 * 1024 + 1) })).rejects.toThrow(
        SubscribersError,
      )
    })

    test('it goes to those who were confirmed when it started, and to nobody who comes later', async () => {
      await people(3)
      await confirmed(JAN, 'akademia')
      await store.subscribe('czeka@poczta.example', 'post', NOON)
      expect(await store.startDeliveries('i1', NOON)).toBe(0)
      await store.saveIssue(issueOf('i1'))
      expect(await Promise.all([store, second].map((one) => one.startDeliveries('i1', NOON)))).toEqual([3, 3])
      await confirmed('nowy@poczta.example')
      expect(await store.startDeliveries('i1', plus(1))).toBe(3)
      const taken = await store.takeDeliveries('i1', 10, NOON, 60)
      expect(taken.map(({ email }) => email)).toEqual([0, 1, 2].map((n) => `n${n}@poczta.example`))
    })

    test('two instances share the deliveries; a mail is handed over once, by one of them', async () => {
      await people(12)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const taken = await Promise.all([store, second].map((one) => one.takeDeliveries('i1', 6, NOON, 60)))
      const ids = taken.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(12)
      expect(await store.takeDeliveries('i1', 6, plus(59), 60)).toEqual([])
      expect(await store.takeDeliveries('i1', 20, plus(60), 60)).toHaveLength(12)
      const [id = 0] = ids
      const overs = await Promise.all([store, second, store, second].map((one) => one.handOver(id, NOON)))
      expect(overs.filter(Boolean)).toHaveLength(1)
      expect(await store.handOver(987_654, NOON)).toBe(false)
    })

    test('a hand-over is taken back by who knows its moment, unless something was recorded since', async () => {
      await people(3)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const [one = 0, other = 0] = (await store.takeDeliveries('i1', 10, NOON, 60)).map(({ id }) => id)
      expect(await store.takeBack(one, NOON)).toBe(false)
      for (const id of [one, other]) await store.handOver(id, NOON)
      await store.deliveryDone(other, NOON, { kind: 'sent' })
      expect([await second.takeBack(one, plus(1)), await second.takeBack(other, NOON)]).toEqual([false, false])
      expect(await second.takeBack(one, NOON)).toBe(true)
      expect((await store.takeDeliveries('i1', 10, NOON, 60)).map(({ id }) => id)).toEqual([one])
      expect(await store.handOver(one, plus(5))).toBe(true)
    })

    test('each outcome has its column; a refusal and a hand-over are for good, a deferral is due again then', async () => {
      await people(6)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const ids = (await store.takeDeliveries('i1', 10, NOON, 60)).map(({ id }) => id)
      const [sent = 0, refused = 0, deferred = 0, unsent = 0, silent = 0] = ids
      for (const id of [sent, silent]) await store.handOver(id, NOON)
      await store.deliveryDone(sent, NOON, { kind: 'sent' })
      await store.deliveryDone(refused, NOON, { kind: 'refused', code: 550 })
      await store.deliveryDone(deferred, NOON, { kind: 'deferred', code: 451, until: plus(600) })
      await store.deliveryDone(unsent, NOON, { kind: 'unsent' })
      // Neither undoes what is decided.
      await store.deliveryDone(silent, NOON, { kind: 'unsent' })
      await store.deliveryDone(refused, NOON, { kind: 'sent' })
      expect(await second.deliveryCounts('i1')).toEqual({
        waiting: 2,
        'handed-over': 1,
        sent: 1,
        refused: 1,
        deferred: 1,
        withdrawn: 0,
      })
      expect((await store.takeDeliveries('i1', 10, NOON, 60)).map(({ id }) => id)).toEqual([unsent])
      expect(await store.handOver(refused, NOON)).toBe(false)
      const later = await store.takeDeliveries('i1', 10, plus(600), 60)
      expect(later.find(({ id }) => id === deferred)?.attempts).toBe(1)
      expect(await store.handOver(deferred, plus(600))).toBe(true)
      await store.deliveryDone(deferred, plus(600), { kind: 'deferred', until: plus(1200) })
      expect((await store.deliveryCounts('i1')).deferred).toBe(1)
    })

    test('who leaves before the mail was handed over gets none', async () => {
      await people(2)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const [first, other] = await store.takeDeliveries('i1', 10, NOON, 60)
      await store.unsubscribe(first?.manageToken ?? '', NOON)
      expect([await store.handOver(first?.id ?? 0, NOON), await store.handOver(other?.id ?? 0, NOON)]).toEqual([
        false,
        true,
      ])
      expect(await store.deliveryCounts('i1')).toMatchObject({ 'handed-over': 1, withdrawn: 1, waiting: 0 })
      // Not even by coming back.
      await confirmed(first?.email ?? '')
      expect(await store.startDeliveries('i1', plus(1))).toBe(2)
      expect(await store.takeDeliveries('i1', 10, plus(DAY), 60)).toEqual([])
    })

    test('after ninety days nothing leads from a delivery to a person; the counts stay', async () => {
      await people(2)
      await store.saveIssue(issueOf('i1'))
      await store.startDeliveries('i1', NOON)
      const [first] = await store.takeDeliveries('i1', 10, NOON, 60)
      await store.handOver(first?.id ?? 0, NOON)
      await store.deliveryDone(first?.id ?? 0, NOON, { kind: 'sent' })
      expect(await store.forget(plus(89 * DAY))).toMatchObject({ isDone: true })
      expect(await store.takeDeliveries('i1', 10, plus(89 * DAY), 60)).toHaveLength(1)
      await store.forget(plus(90 * DAY))
      expect(await store.takeDeliveries('i1', 10, plus(91 * DAY), 60)).toEqual([])
      expect(await store.deliveryCounts('i1')).toMatchObject({ sent: 1, withdrawn: 1, waiting: 0 })
      expect([await store.startDeliveries('i1', plus(91 * DAY)), await store.hasWaiting('i1')]).toEqual([2, false])
      expect(await store.all()).toHaveLength(2)
    })
  })

  test('SUB-21: a lease has one holder at a time, who may prolong it and give it back', async () => {
    const takers = await Promise.all([store.lease('wysyłka', 'a', NOON, 60), second.lease('wysyłka', 'b', NOON, 60)])
    expect(takers.filter(Boolean)).toHaveLength(1)
    const [holder, other] = takers[0] ? ['a', 'b'] : ['b', 'a']
    expect(await store.lease('wysyłka', holder, plus(30), 60)).toBe(true)
    expect(await store.lease('wysyłka', other, plus(89), 60)).toBe(false)
    expect(await store.lease('inna', other, NOON, 60)).toBe(true)
    expect(await store.lease('wysyłka', other, plus(90), 60)).toBe(true)
    expect(await store.lease('wysyłka', other, plus(91), 0)).toBe(true)
    expect(await store.lease('wysyłka', holder, plus(91), 60)).toBe(true)
    // That of a clock that was a year ahead.
    await store.lease('rok', 'a', plus(365 * DAY), 60)
    expect(await store.lease('rok', 'b', NOON, 60)).toBe(true)
  })

  test('hostile texts are data: stored as they are, or refused without being repeated', async () => {
    const texts = [
      `'; DROP TABLE subscribers; --@poczta.example`,
      '$1 ?1 :a /*+ */ --@poczta.example',
      '%_\\@poczta.example',
      `${'ż'.repeat(300)}@poczta.example`,
      'a\r\nBcc: b@poczta.example',
      '\u202e\u{1F600}@poczta.example',
      '{"a":"\\u0000"}@poczta.example',
    ]
    for (const text of texts) {
      await store.subscribe(text, text, NOON)
      await store.saveIssue({ ...issueOf(text, text), subject: text, content: JSON.stringify({ text }) })
      expect(await store.lease(text, text, NOON, 60)).toBe(true)
      expect((await store.issue(text))?.content).toBe(JSON.stringify({ text }))
      await store.suppress(text, 'bounce', NOON)
      expect(await store.isSuppressed(text)).toBe(true)
    }
    const rows = await store.all()
    expect(rows.map(({ email, service }) => [email, service])).toEqual(texts.map((text) => [text, text]))
    expect((await store.remove(texts)).flat()).toEqual(texts)
    expect(await store.all()).toEqual([])
    const refused = await store.subscribe('ola\0@poczta.example', 'post', NOON).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SubscribersError)
    expect(String(refused)).not.toContain('poczta')
    for (const id of [Number.NaN, -1, 2 ** 60, 0.5]) {
      const outcome = await store.handOver(id, NOON).catch((error: unknown) => error instanceof SubscribersError)
      expect([false, true]).toContain(outcome)
    }
    expect((await store.subscribe(OLA, 'post', NOON)).outcome).toBe('added')
  })

  test('many calls at once are all served', async () => {
    const emails = Array.from({ length: 200 }, (_, n) => `n${n}@poczta.example`)
    await Promise.all(emails.map((email, n) => (n % 2 ? store : second).subscribe(email, 'post', NOON)))
    expect((await store.all()).map(({ email }) => email).sort()).toEqual([...emails].sort())
    expect(await store.takeLetters(500, NOON, 60)).toHaveLength(200)
  })

  describe('ISSUE-20: figures of an issue', () => {
    test('clicks are sums, of two instances at once too', async () => {
      const row = (link: number, clicks: number) => ({ issueId: 'i1', link, version: '' as const, clicks })
      await Promise.all([
        store.addClicks([row(1, 2), row(2, 1)]),
        second.addClicks([row(2, 3), row(1, 1)]),
        store.addClicks([{ ...row(1, 5), version: 'b' }]),
      ])
      expect((await store.issueFigures('i1')).clicks).toEqual([
        { link: 1, version: '', clicks: 3 },
        { link: 1, version: 'b', clicks: 5 },
        { link: 2, version: '', clicks: 4 },
      ])
      expect((await store.issueFigures('i2')).clicks).toEqual([])
    })

    test('an unsubscription counts for the last issue that the reader got', async () => {
      const ola = await confirmedIn(store, OLA)
      await confirmedIn(store, JAN)
      for (const [index, id] of ['i1', 'i2'].entries()) {
        await store.saveIssue(issueOf(id))
        await store.startDeliveries(id, plus(index * 60 + 1))
        for (const { id: delivery } of await store.takeDeliveries(id, 10, plus(index * 60 + 2), 60)) {
          await store.handOver(delivery, plus(index * 60 + 3))
          await store.deliveryDone(delivery, plus(index * 60 + 4), { kind: 'sent' })
        }
      }
      await store.unsubscribe(ola.manageToken, plus(3600))
      await store.unsubscribe(ola.manageToken, plus(3601))
      const jan = await rowOf(store, JAN)
      await store.setServices(jan.manageToken, [], plus(40 * DAY))
      expect([(await store.issueFigures('i1')).unsubscribed, (await store.issueFigures('i2')).unsubscribed]).toEqual([
        0, 1,
      ])
    })
  })

  describe('ISSUE-21: a subject in two versions', () => {
    const READERS = 3000
    const start = async (id: string, readers = READERS, trial = 20): Promise<void> => {
      const members = Array.from({ length: readers }, (_, index) => ({
        email: `czytelnik${index}@poczta.example`,
        confirmedAt: plus(-DAY),
        proof: 'x',
      }))
      for (let at = 0; at < readers; at += 200) await store.importMembers('post', members.slice(at, at + 200), NOON)
      await store.saveIssue({ ...issueOf(id), trial })
      await store.startDeliveries(id, plus(1))
    }
    /** Takes and sends all that is due, by both instances in turn. */
    const sendDue = async (id: string, at: string) => {
      const sent: Array<{ id: number; version: string | undefined; winner: string | undefined }> = []
      for (let turn = 0; ; turn += 1) {
        const batches = await Promise.all([store, second].map((one) => one.takeDeliveries(id, 100, at, 60)))
        const taken = batches.flat()
        if (taken.length === 0) return sent
        for (const one of taken) {
          expect(await (turn % 2 ? store : second).handOver(one.id, at)).toBe(true)
          await store.deliveryDone(one.id, at, { kind: 'sent' })
          sent.push(one)
        }
      }
    }
    const countOf = (sent: ReadonlyArray<{ version: string | undefined }>, version: string | undefined): number =>
      sent.filter((one) => one.version === version).length

    test('a share of the readers is tried, the others wait for an hour after it and get the better one, each once', async () => {
      await start('i1')
      const tried = await sendDue('i1', plus(600))
      const [a, b] = [countOf(tried, 'a'), countOf(tried, 'b')]
      expect([countOf(tried, undefined), await store.hasWaiting('i1')]).toEqual([0, false])
      for (const part of [a, b]) {
        expect(part).toBeGreaterThan(READERS * 0.075)
        expect(part).toBeLessThan(READERS * 0.125)
      }
      // Due by the start, but the last mail of the trial is less than an hour old.
      expect(await sendDue('i1', plus(3700))).toEqual([])
      await store.addClicks([
        { issueId: 'i1', link: 1, version: 'a', clicks: Math.round(a * 0.04) },
        { issueId: 'i1', link: 0, version: 'a', clicks: a },
        { issueId: 'i1', link: 1, version: 'b', clicks: Math.round(b * 0.06) },
      ])
      const others = await sendDue('i1', plus(600 + 3600))
      expect([others.length, new Set(others.map(({ winner }) => winner))]).toEqual([READERS - a - b, new Set(['b'])])
      expect(new Set([...tried, ...others].map(({ id }) => id)).size).toBe(READERS)
      // What is clicked later decides nothing.
      await store.addClicks([{ issueId: 'i1', link: 1, version: 'a', clicks: 1000 }])
      expect(await store.subjectTrial('i1')).toEqual({ winner: 'b', sent: { a, b } })
      expect(await store.issue('i1')).toMatchObject({ winner: 'b' })
    })

    test('of subjects that 3 % and 5 % of readers click the better one wins, in each of six issues', async () => {
      let state = 1
      const random = (): number => {
        state = (state * 48_271) % 2_147_483_647
        return state / 2_147_483_647
      }
      // As many readers as the trial of an issue to 60,000 has.
      const clicksOf = (people: number, rate: number): number =>
        Array.from({ length: people * 40 }, random).filter((one) => one < rate).length
      for (let issue = 0; issue < 6; issue += 1) {
        const id = `i${issue}`
        await start(id, 600, 50)
        const tried = await sendDue(id, plus(2))
        const better = issue % 2 ? 'a' : 'b'
        for (const version of ['a', 'b'] as const) {
          const clicks = clicksOf(countOf(tried, version), version === better ? 0.05 : 0.03)
          await store.addClicks([{ issueId: id, link: 2, version, clicks }])
        }
        expect((await store.takeDeliveries(id, 1, plus(3602), 60))[0]?.winner).toBe(better)
      }
    })

    test('the parts are others in each issue, and an issue with one subject has none', async () => {
      await start('i1')
      await store.saveIssue({ ...issueOf('i2'), trial: 20 })
      await store.startDeliveries('i2', plus(1))
      const emailsOf = async (id: string): Promise<string[]> => {
        const all: string[] = []
        for (;;) {
          const batch = await store.takeDeliveries(id, 500, plus(2), 600)
          if (batch.length === 0) return all
          all.push(...batch.flatMap(({ email, version }) => (version === 'a' ? [email] : [])))
        }
      }
      const [one, other] = [await emailsOf('i1'), new Set(await emailsOf('i2'))]
      expect(one.filter((email) => other.has(email)).length).toBeLessThan(one.length * 0.5)
      await store.saveIssue(issueOf('i3'))
      await store.startDeliveries('i3', plus(1))
      expect(await store.subjectTrial('i3')).toBeUndefined()
      expect((await store.takeDeliveries('i3', 1, plus(2), 60))[0]).toMatchObject({
        version: undefined,
        winner: undefined,
      })
    })
  })
}
