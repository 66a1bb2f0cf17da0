import type { IssueRecord, Letter, Subscriber, SubscriberStore } from '../../../src/newsletter/store/store.ts'
import { SubscribersError } from '../../../src/newsletter/subscribers.ts'

/** What every store of subscribers does; both run these tests. */

export interface StoreUnderTest {
  store: SubscriberStore
  /** Another instance over the same place. */
  second: SubscriberStore
  close(): Promise<void>
}

const NOON = '2026-03-03T12:00:00.000Z'
const OLA = 'Ola@Poczta.example'
const JAN = 'jan@poczta.example'
const DAY = 86_400
const TOKEN = /^[A-Za-z0-9_-]{22}$/
const NOBODY = 'A'.repeat(22)

const plus = (seconds: number): string => new Date(Date.parse(NOON) + seconds * 1000).toISOString()
const issueOf = (id: string, service = 'post'): IssueRecord => ({
  id,
  service,
  subject: 'Wydanie',
  createdAt: NOON,
  content: '{"articles":[]}',
  state: 'draft',
})

export function testStore(open: () => Promise<StoreUnderTest>): void {
  let tested: StoreUnderTest
  let store: SubscriberStore
  let second: SubscriberStore
  beforeEach(async () => {
    tested = await open()
    ;({ store, second } = tested)
  })
  afterEach(() => tested.close())

  const rowOf = async (email: string): Promise<Subscriber> => {
    const row = (await store.all()).find((one) => one.email === email)
    if (!row) throw new Error('no such row')
    return row
  }
  const letters = async (at = NOON): Promise<Letter[]> => store.takeLetters(100, at, 60)
  const kinds = async (at = NOON): Promise<string[]> =>
    (await letters(at)).map(({ kind, email, service }) => `${kind} ${email} ${service}`)
  const confirmed = async (email: string, service = 'post'): Promise<Subscriber> => {
    await store.subscribe(email, service, NOON)
    await store.confirm(
      (await store.all()).find((row) => row.email === email && row.service === service)?.token ?? '',
      NOON,
    )
    for (const { id } of await letters()) await store.letterSent(id, NOON)
    const row = (await store.all()).find((one) => one.email === email && one.service === service)
    if (!row) throw new Error('no such row')
    return row
  }

  describe('subscribing', () => {
    test('SUB-8: a token confirms once and for seven days; an address counts once per service, in any case', async () => {
      expect(await store.subscribe(OLA, 'post', NOON)).toEqual({ outcome: 'added', suppressed: false })
      expect(await store.subscribe(OLA.toUpperCase(), 'post', NOON)).toEqual({ outcome: 'known', suppressed: false })
      expect((await store.subscribe(OLA, 'akademia', NOON)).outcome).toBe('added')
      const { token, manageToken, ...row } = await rowOf(OLA)
      expect(row).toEqual({
        email: OLA,
        service: 'post',
        group: 1,
        status: 'pending',
        createdAt: NOON,
        confirmedAt: undefined,
        tokenExpiresAt: plus(7 * DAY),
      })
      expect([token, manageToken]).toEqual([expect.stringMatching(TOKEN), expect.stringMatching(TOKEN)])
      expect(await store.tokenState(token, plus(7 * DAY - 1))).toBe('waiting')
      expect(await store.tokenState(token, plus(7 * DAY))).toBe('expired')
      expect(await store.confirm(token, plus(7 * DAY))).toBe('expired')
      expect((await store.subscribe(OLA, 'post', plus(7 * DAY))).outcome).toBe('added')
      const next = await rowOf(OLA)
      expect([next.token === token, next.manageToken]).toEqual([false, manageToken])
      expect(await store.confirm(token, plus(7 * DAY))).toBe('unknown')
      expect(await store.confirm(next.token, plus(7 * DAY))).toBe('confirmed')
      expect(await store.confirm(next.token, plus(30 * DAY))).toBe('confirmed')
      expect((await store.all('confirmed')).map(({ confirmedAt }) => confirmedAt)).toEqual([plus(7 * DAY)])
      expect(await store.all('pending')).toHaveLength(1)
    })

    test('twenty posts of one address by two instances are one subscriber, with one letter', async () => {
      const both = [store, second]
      const posts = Array.from({ length: 20 }, (_, n) => both[n % 2]?.subscribe(OLA, 'post', NOON))
      const outcomes = (await Promise.all(posts)).map((result) => result?.outcome)
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
      expect(await store.all()).toHaveLength(1)
      expect(await kinds()).toEqual([`confirm ${OLA} post`])
    })

    test('SUB-14, SUB-15: who never confirms is deleted after thirty days with looks; who got no link is counted before', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.subscribe(JAN, 'post', NOON)
      const [letter] = (await letters()).filter(({ email }) => email === JAN)
      await store.letterSent(letter?.id ?? 0, NOON)
      const deleted: Record<number, number> = {}
      const unsent: Record<number, number> = {}
      for (let day = 1; day <= 31; day++) {
        const result = await store.forget(plus(day * DAY))
        if (result.deleted > 0) deleted[day] = result.deleted
        if (result.unsent > 0) unsent[day] = result.unsent
        expect((await store.forget(plus(day * DAY))).unsent).toBe(0)
      }
      expect(deleted).toEqual({ 30: 2 })
      expect(unsent).toEqual(Object.fromEntries([23, 24, 25, 26, 27, 28, 29].map((day) => [day, 1])))
      expect(await store.all()).toEqual([])
    })

    test('SUB-1: a clock that is a year ahead deletes nobody', async () => {
      await store.subscribe(OLA, 'post', NOON)
      for (let look = 0; look < 40; look++) await store.forget(plus(365 * DAY))
      expect(await store.all()).toHaveLength(1)
    })

    test('SUB-9: an export gives pending addresses a whole term, and a new token where the old one has expired', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.subscribe(JAN, 'post', plus(6 * DAY))
      const [ola, jan] = [await rowOf(OLA), await rowOf(JAN)]
      await store.renewTokens(plus(8 * DAY))
      const [later, same] = [await rowOf(OLA), await rowOf(JAN)]
      expect([later.token === ola.token, same.token === jan.token]).toEqual([false, true])
      expect([later.tokenExpiresAt, same.tokenExpiresAt]).toEqual([plus(15 * DAY), plus(15 * DAY)])
    })
  })

  describe('SUB-18: letters', () => {
    test('an acknowledged subscription has its letter, once an hour; a confirmed one is told so once a day', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.subscribe(OLA, 'post', plus(10))
      const [letter] = await letters()
      const row = await rowOf(OLA)
      expect(letter).toEqual({
        id: expect.any(Number),
        kind: 'confirm',
        email: OLA,
        service: 'post',
        token: row.token,
        manageToken: row.manageToken,
        attempts: 0,
      })
      await store.letterSent(letter?.id ?? 0, NOON)
      await store.subscribe(OLA, 'post', plus(3599))
      expect(await kinds(plus(3599))).toEqual([])
      await store.subscribe(OLA, 'post', plus(3600))
      expect(await kinds(plus(3600))).toEqual([`confirm ${OLA} post`])
      await store.confirm(row.token, plus(3700))
      // The letter that asks to confirm has nothing to ask any more.
      expect(await kinds(plus(3800))).toEqual([`welcome ${OLA} post`])
      await store.subscribe(OLA, 'post', plus(2 * DAY))
      await store.subscribe(OLA, 'post', plus(2 * DAY + 3600))
      expect(await kinds(plus(2 * DAY + 3600))).toEqual([`welcome ${OLA} post`, `already ${OLA} post`])
    })

    test('one instance at a time has a letter; when its lease ends, another one takes it', async () => {
      for (let n = 0; n < 20; n++) await store.subscribe(`n${n}@poczta.example`, 'post', NOON)
      const taken = await Promise.all([store, second, store, second].map((one) => one.takeLetters(10, NOON, 60)))
      const ids = taken.flat().map(({ id }) => id)
      expect([ids.length, new Set(ids).size]).toEqual([20, 20])
      expect(await second.takeLetters(100, plus(59), 60)).toEqual([])
      expect(await second.takeLetters(100, plus(60), 60)).toHaveLength(20)
      // A lease of a clock that was days ahead ends all the same.
      expect(await store.takeLetters(100, plus(2 * DAY), 60)).toHaveLength(20)
      expect(await store.takeLetters(100, plus(300), 60)).toHaveLength(20)
    })

    test('a letter that fails is due later and later; one refused for good, or too old, is dropped', async () => {
      await store.subscribe(OLA, 'post', NOON)
      const due: number[] = []
      let last = 0
      for (let seconds = 0; seconds < 3 * DAY; seconds += 60) {
        const [letter] = await store.takeLetters(1, plus(seconds), 30)
        if (!letter) continue
        expect(letter.attempts).toBe(due.length)
        due.push(seconds - last)
        last = seconds
        await store.letterFailed(letter.id, plus(seconds), { permanent: false })
        if (due.length === 9) break
      }
      expect(due).toEqual([0, 60, 120, 240, 480, 960, 1920, 3840, 7680])
      expect(await letters(plus(3 * DAY))).toEqual([])
      await store.subscribe(JAN, 'post', NOON)
      const [letter] = await letters()
      await store.letterFailed(letter?.id ?? 0, NOON, { permanent: true })
      expect(await letters(plus(600))).toEqual([])
    })

    test('a report about an old letter does not count for the new one', async () => {
      await store.subscribe(OLA, 'post', NOON)
      const [old] = await letters()
      await store.subscribe(OLA, 'post', plus(8 * DAY))
      await store.letterSent(old?.id ?? 0, plus(8 * DAY))
      expect(await kinds(plus(8 * DAY))).toEqual([`confirm ${OLA} post`])
    })
  })

  describe('SUB-19: what a reader does with the manage token', () => {
    test('it leads to every row of the address, and to nobody else’s', async () => {
      const row = await confirmed(OLA)
      await store.subscribe(OLA.toLowerCase(), 'akademia', NOON)
      await store.subscribe(JAN, 'post', NOON)
      const own = await store.byManageToken(row.manageToken)
      expect([own?.email, own?.rows.map(({ service, status }) => `${service} ${status}`)]).toEqual([
        OLA,
        ['post confirmed', 'akademia pending'],
      ])
      for (const token of [NOBODY, '', '../x', `' OR 1=1 --`, `${NOBODY}\0`, row.token]) {
        expect(await store.byManageToken(token)).toBeUndefined()
        expect(await store.unsubscribe(token, NOON)).toBe('unknown')
        expect(await store.setServices(token, [], NOON)).toBeUndefined()
        expect(await store.erase(token, NOON)).toBe(false)
      }
      expect(await store.all()).toHaveLength(3)
    })

    test('unsubscribing deletes the row at once, also by two instances', async () => {
      const row = await confirmed(OLA)
      await confirmed(JAN)
      const outcomes = await Promise.all([store, second].map((one) => one.unsubscribe(row.manageToken, NOON)))
      expect(outcomes.sort()).toEqual(['unknown', 'unsubscribed'])
      expect((await store.all()).map(({ email }) => email)).toEqual([JAN])
      expect((await store.subscribe(OLA, 'post', plus(1))).outcome).toBe('added')
      expect((await rowOf(OLA)).manageToken).not.toBe(row.manageToken)
    })

    test('setting services adds confirmed rows, confirms pending ones and deletes the others', async () => {
      const row = await confirmed(OLA)
      await store.subscribe(OLA, 'krypto', NOON)
      const after1 = await store.setServices(row.manageToken, ['akademia', 'krypto', 'akademia'], plus(1))
      expect(after1?.rows.map(({ service, status }) => `${service} ${status}`).sort()).toEqual([
        'akademia confirmed',
        'krypto confirmed',
      ])
      // The token of the row that went is worthless; those of the others work.
      expect(await store.byManageToken(row.manageToken)).toBeUndefined()
      const next = after1?.rows[0]?.manageToken ?? ''
      expect((await store.setServices(next, [], plus(2)))?.rows).toEqual([])
      expect(await store.all()).toEqual([])
    })

    test('erasing leaves no row, no letter and no way from a delivery to the person', async () => {
      const row = await confirmed(OLA)
      await store.subscribe(OLA, 'akademia', NOON)
      await confirmed(JAN)
      await store.saveIssue(issueOf('i1'))
      expect(await store.startDeliveries('i1', NOON)).toBe(2)
      expect(await store.erase(row.manageToken, NOON)).toBe(true)
      expect(await store.erase(row.manageToken, NOON)).toBe(false)
      expect((await store.all()).map(({ email }) => email)).toEqual([JAN])
      expect(await letters(plus(100))).toEqual([])
      expect((await store.takeDeliveries('i1', 10, NOON, 60)).map(({ email }) => email)).toEqual([JAN])
      expect(await store.deliveryCounts('i1')).toMatchObject({ waiting: 1, withdrawn: 1 })
    })
  })

  test('SUB-12: people are removed from every service at once, in any spelling, and nobody else', async () => {
    await store.subscribe(OLA, 'post', NOON)
    await store.subscribe(OLA.toLowerCase(), 'akademia', NOON)
    await store.subscribe(JAN, 'post', NOON)
    const removed = await store.remove([OLA.toUpperCase(), 'nikt@poczta.example', '%'])
    expect(removed.map((services) => services.sort())).toEqual([['akademia', 'post'], [], []])
    expect((await store.all()).map(({ email }) => email)).toEqual([JAN])
  })

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
      await store.erase(row.manageToken, NOON)
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

    test('two instances share the deliveries; a mail is handed over once, whoever had it leased', async () => {
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
      expect(await store.deliveryCounts('i1')).toMatchObject({ sent: 1, withdrawn: 1 })
      expect(await store.all()).toHaveLength(2)
    })
  })

  test('SUB-22: a lease has one holder at a time, who may prolong it and give it back', async () => {
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
}
