import type { SubscriberStore } from '../../../../../src/features/newsletter/store/store.ts'
import { DAY, eachWith, issueOf, JAN, lettersOf, NOON, OLA, type OpenStore, plus, rowOf } from './store-under-test.ts'

const BEFORE = plus(-400 * DAY)
const member = (email: string) => ({ email, confirmedAt: BEFORE, proof: 'Ghost: created at' })

/** Lists of other systems (SUB-27). */
export function testImporting(open: OpenStore): void {
  let store: SubscriberStore
  let second: SubscriberStore
  eachWith(open, (tested) => {
    ;({ store, second } = tested)
  })

  describe('SUB-27: importing', () => {
    test('a confirmed reader has date and proof, gets no letter, and the next issue', async () => {
      expect(await store.importMembers('post', [member(OLA), member(JAN)], NOON)).toEqual({
        ...{ added: 2, known: 0, left: 0, suppressed: 0 },
      })
      expect(await rowOf(store, OLA)).toMatchObject({
        ...{ status: 'confirmed', createdAt: NOON, confirmedAt: BEFORE, proof: 'Ghost: created at' },
      })
      expect(await lettersOf(store)).toEqual([])
      await store.saveIssue(issueOf('i1'))
      expect(await store.startDeliveries('i1', plus(1))).toBe(2)
    })

    test('an import changes nothing when it is repeated, by two instances at once too', async () => {
      const rows = Array.from({ length: 50 }, (_, index) => member(`n${index}@poczta.example`))
      const [a, b] = await Promise.all([
        store.importMembers('post', rows, NOON),
        second.importMembers('post', [...rows].reverse(), NOON),
      ])
      expect((a?.added ?? 0) + (b?.added ?? 0)).toBe(50)
      expect(await store.importMembers('post', rows, NOON)).toMatchObject({ added: 0, known: 50, left: 0 })
      expect(await store.all('confirmed')).toHaveLength(50)
    })

    test('who left or was erased after an import is not brought back by the next one', async () => {
      await store.importMembers('post', [member(OLA), member(JAN)], NOON)
      await store.unsubscribe((await rowOf(store, OLA)).manageToken, NOON)
      await store.erase((await rowOf(store, JAN)).manageToken)
      expect(await store.importMembers('post', [member(OLA), member(JAN)], NOON)).toMatchObject({ added: 0, left: 2 })
      expect(await store.all()).toEqual([])
      // Another newsletter is another matter.
      expect(await store.importMembers('akademia', [member(OLA)], NOON)).toMatchObject({ added: 1 })
    })

    test('a pending reader is confirmed by the list, and their letter is dropped', async () => {
      await store.subscribe(OLA, 'post', NOON)
      expect(await store.importMembers('post', [member(OLA)], NOON)).toMatchObject({ added: 1 })
      expect(await lettersOf(store)).toEqual([])
      expect((await rowOf(store, OLA)).status).toBe('confirmed')
    })

    test('a suppressed address is not imported', async () => {
      await store.suppress(OLA.toUpperCase(), 'bounce', NOON)
      expect(await store.importMembers('post', [member(OLA)], NOON)).toMatchObject({ added: 0, suppressed: 1 })
      expect(await store.all()).toEqual([])
    })
  })

  describe('SUB-27: who left elsewhere', () => {
    const leaves = (reason: 'bounce' | 'complaint' | 'unsubscribe', at?: string) =>
      store.importSuppressed([{ email: OLA, reason, at }], NOON)

    test('gets no issue, and an imported row of theirs is gone', async () => {
      await store.importMembers('post', [member(OLA)], NOON)
      expect(await leaves('unsubscribe')).toEqual({ suppressed: 1, known: 0, kept: 0 })
      expect(await leaves('unsubscribe')).toEqual({ suppressed: 0, known: 1, kept: 0 })
      expect(await store.all()).toEqual([])
      expect(await store.recipientCount('post')).toBe(0)
    })

    test('comes back by confirming here, and then gets issues', async () => {
      await leaves('unsubscribe')
      await store.subscribe(OLA, 'post', NOON)
      expect((await lettersOf(store)).map(({ kind }) => kind)).toEqual(['confirm'])
      expect(await store.recipientCount('post')).toBe(0)
      await store.confirm((await rowOf(store, OLA)).token, NOON)
      expect(await store.isSuppressed(OLA)).toBe(false)
      expect(await store.recipientCount('post')).toBe(1)
    })

    test.each(['bounce', 'complaint'] as const)('stays away after a %s, whatever they confirm', async (reason) => {
      await leaves('unsubscribe')
      await leaves(reason)
      await store.subscribe(OLA, 'post', NOON)
      expect(await lettersOf(store)).toEqual([])
      await store.confirm((await rowOf(store, OLA)).token, NOON)
      expect(await store.recipientCount('post')).toBe(0)
    })

    test('stays a reader where they confirmed to this portal since', async () => {
      await store.subscribe(OLA, 'post', NOON)
      await store.confirm((await rowOf(store, OLA)).token, NOON)
      expect(await leaves('unsubscribe', BEFORE)).toMatchObject({ kept: 1, suppressed: 0 })
      expect(await store.recipientCount('post')).toBe(1)
      expect(await leaves('unsubscribe', plus(DAY))).toMatchObject({ kept: 0, suppressed: 1 })
      expect(await store.recipientCount('post')).toBe(0)
    })
  })
}
