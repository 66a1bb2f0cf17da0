import type { Letter, Subscriber } from '../../../../../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../../../../../src/features/newsletter/store/store.ts'
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
  rowOf as rowIn,
} from './store-under-test.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/
const NOBODY = 'A'.repeat(22)

/** Subscribers, their letters and what they do with their tokens. */
export function testSubscribers(open: OpenStore): void {
  let store: SubscriberStore
  let second: SubscriberStore
  eachWith(open, (tested) => {
    ;({ store, second } = tested)
  })
  const rowOf = (email: string): Promise<Subscriber> => rowIn(store, email)
  const letters = (at = NOON): Promise<Letter[]> => lettersOf(store, at)
  const kinds = async (at = NOON): Promise<string[]> =>
    (await letters(at)).map(({ kind, email, service }) => `${kind} ${email} ${service}`)
  const confirmed = (email: string, service = 'post'): Promise<Subscriber> => confirmedIn(store, email, service)

  describe('subscribing', () => {
    test('SUB-8: a token confirms once and for seven days; an address counts once on each service, in any case', async () => {
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

    test('NEWS-30: newsletters that were chosen together have one letter, which names and confirms all', async () => {
      await store.subscribe(OLA, ['post_b', 'post', 'post_a'], NOON)
      const [letter, ...others] = await letters()
      expect([letter?.kind, letter?.service, letter?.others, others]).toEqual([
        'confirm',
        'post',
        ['post_a', 'post_b'],
        [],
      ])
      // Chosen by somebody else, with a letter of its own.
      await store.subscribe(OLA, ['post_c'], NOON)
      await store.confirm(letter?.token ?? '', plus(60))
      const states = (await store.all()).map(({ service, status }) => `${service} ${status}`).sort()
      expect(states).toEqual(['post confirmed', 'post_a confirmed', 'post_b confirmed', 'post_c pending'])
    })

    test('NEWS-30: a further one of a reader who is confirmed waits for a letter of its own', async () => {
      await confirmed(OLA)
      expect(await store.subscribe(OLA, ['post', 'post_a'], plus(2 * 3600))).toMatchObject({ outcome: 'added' })
      const [letter] = await letters(plus(2 * 3600))
      expect([letter?.kind, letter?.service, letter?.others]).toEqual(['confirm', 'post_a', []])
      await store.confirm(letter?.token ?? '', plus(2 * 3600))
      expect(await store.recipientCount('post_a')).toBe(1)
    })

    test('NEWS-30: choices at two instances in opposite orders do not wait for each other without end', async () => {
      const names = ['post', 'post_a', 'post_b']
      const posts = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? store : second).subscribe(OLA, n % 2 ? names : [...names].reverse(), NOON),
      )
      await Promise.all(posts)
      expect(await store.all()).toHaveLength(3)
      expect(await letters()).toHaveLength(1)
    })

    test('NEWS-31: a confirmation has its welcome and the letters that follow at their times, until the reader leaves', async () => {
      await store.subscribe(OLA, ['post', 'post_a'], NOON)
      const [letter] = await letters()
      await store.letterSent(letter?.id ?? 0, NOON)
      const series = { post: [DAY, 7 * DAY], post_a: [2 * DAY], post_b: [60] }
      await store.confirm(letter?.token ?? '', NOON, series)
      const due = async (at: string): Promise<string[]> => {
        const taken = await letters(at)
        for (const { id } of taken) await second.letterSent(id, at)
        return taken.map(({ kind, step, service }) => `${kind} ${step} ${service}`)
      }
      expect(await due(NOON)).toEqual(['welcome 0 post'])
      expect(await due(plus(DAY - 1))).toEqual([])
      expect(await due(plus(DAY))).toEqual(['series 1 post'])
      expect(await due(plus(2 * DAY))).toEqual(['series 1 post_a'])
      await store.confirm(letter?.token ?? '', plus(3 * DAY), series)
      await store.unsubscribe((await rowOf(OLA)).manageToken, plus(6 * DAY))
      expect(await due(plus(7 * DAY))).toEqual([])
    })

    test('NEWS-31: a letter of the series that could not be sent is given up some days after it was due', async () => {
      await store.subscribe(OLA, 'post', NOON)
      const [letter] = await letters()
      await store.confirm(letter?.token ?? '', NOON, { post: [10 * DAY] })
      await store.forget(plus(9 * DAY))
      expect((await letters(plus(12 * DAY))).map(({ kind }) => kind)).toEqual(['series'])
      expect(await letters(plus(14 * DAY))).toEqual([])
    })

    test('twenty posts of one address by two instances are one subscriber, with one letter', async () => {
      const both = [store, second]
      const posts = Array.from({ length: 20 }, (_, n) => both[n % 2]?.subscribe(OLA, 'post', NOON))
      const outcomes = (await Promise.all(posts)).map((result) => result?.outcome)
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
      expect(await store.all()).toHaveLength(1)
      expect(await kinds()).toEqual([`confirm ${OLA} post`])
    })

    test('SUB-14: who never confirms is deleted after thirty days with looks; who got no link is counted before', async () => {
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

  describe('SUB-25: mails to a mailbox, and in all', () => {
    const SPELLINGS = ['jan.kowalski@gmail.com', 'J.a.n.kowalski+a@Gmail.com', 'jankowalski+b+c@googlemail.com']
    const SERVICES = ['post', 'akademia', 'plus', 'bizblog', 'gra', 'auto']
    /** Services of the letters that two instances send at a time. */
    const sentAt = async (at: string, hourlyLimit = 1000): Promise<string[]> => {
      const taken = await Promise.all([store, second].map((one) => one.takeLetters(20, at, 60, hourlyLimit)))
      for (const { id } of taken.flat()) await store.letterSent(id, at)
      return taken.flat().map(({ email, service }) => `${service} ${email}`)
    }

    test('one an hour, whatever the service and the spelling; the last spelling has the letter of a service', async () => {
      const both = [store, second]
      for (const [n, email] of SPELLINGS.entries()) {
        for (const service of SERVICES) await both[n % 2]?.subscribe(email, service, NOON)
      }
      await store.subscribe('jan.kowalski@poczta.example', 'post', NOON)
      await store.subscribe('jankowalski+1@poczta.example', 'post', NOON)
      const first = await sentAt(NOON)
      expect(first.filter((letter) => letter.includes('gmail') || letter.includes('googlemail'))).toEqual([
        `post ${SPELLINGS[2]}`,
      ])
      // Elsewhere dots count.
      expect(first).toHaveLength(3)
      const hours: string[][] = []
      for (let minute = 1; minute <= 6 * 60; minute += 1) {
        const sent = await sentAt(plus(minute * 60))
        if (sent.length > 0) hours.push([String(minute), ...sent])
      }
      expect(hours).toEqual(SERVICES.slice(1).map((service, n) => [`${60 * (n + 1)}`, `${service} ${SPELLINGS[2]}`]))
    })

    test('a letter that the server has deferred is tried again within the hour; a welcome does not wait for it', async () => {
      await store.subscribe(OLA, 'post', NOON)
      const [letter] = await store.takeLetters(1, NOON, 60)
      await store.letterFailed(letter?.id ?? 0, NOON, { permanent: false })
      expect(await sentAt(plus(60))).toEqual([`post ${OLA}`])
      await store.confirm((await rowOf(OLA)).token, plus(61))
      await store.subscribe(OLA, 'akademia', plus(62))
      expect(await sentAt(plus(63))).toEqual([`post ${OLA}`])
      expect(await sentAt(plus(60 + 3600))).toEqual([`akademia ${OLA}`])
    })

    test('so many in all within any hour, over two instances; attempts that failed do not count', async () => {
      for (let n = 0; n < 12; n += 1) await store.subscribe(`n${n}@poczta.example`, 'post', NOON)
      const [failed] = await store.takeLetters(1, NOON, 60, 5)
      expect(await second.mailsLeft(NOON, 5)).toBe(4)
      await store.letterFailed(failed?.id ?? 0, NOON, { permanent: false })
      expect(await sentAt(plus(1), 5)).toHaveLength(5)
      expect([await store.mailsLeft(plus(1), 5), await sentAt(plus(3599), 5)]).toEqual([0, []])
      expect(await sentAt(plus(3720), 5)).toHaveLength(5)
      expect(await sentAt(plus(2 * 3720), 5)).toHaveLength(2)
    })

    test('who erases their data leaves no mark of the mailbox', async () => {
      await store.subscribe(OLA, 'post', NOON)
      expect(await sentAt(NOON)).toHaveLength(1)
      await store.erase((await rowOf(OLA)).manageToken)
      await store.subscribe(OLA, 'post', plus(10))
      expect(await sentAt(plus(10))).toHaveLength(1)
    })
  })

  describe('SUB-18: letters', () => {
    test('an acknowledged subscription has its letter, once an hour; a confirmed one gets another one, once a day', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.subscribe(OLA, 'post', plus(10))
      const [letter] = await letters()
      const row = await rowOf(OLA)
      expect(letter).toEqual({
        id: expect.any(Number),
        kind: 'confirm',
        step: 0,
        others: [],
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
      expect(await store.isSuppressed(letter?.email ?? '')).toBe(false)
      await store.letterFailed(letter?.id ?? 0, NOON, { permanent: true, unknownMailbox: letter?.email })
      expect(await letters(plus(600))).toEqual([])
      expect(await store.isSuppressed(letter?.email ?? '')).toBe(true)
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
        expect(await store.erase(token)).toBe(false)
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
      expect(await store.erase(row.manageToken)).toBe(true)
      expect(await store.erase(row.manageToken)).toBe(false)
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
}
