import fc from 'fast-check'
import {
  CHOICE_KEY,
  type Choice,
  decisionOn,
  endOf,
  readChoice,
  writeChoice,
} from '../../src/client/integrations/consent/choice.ts'
import { flagsIn } from '../../src/client/integrations/consent/purposes.ts'
import { decisionIn } from '../../src/client/integrations/consent/tcf.ts'

const NOW = Date.UTC(2026, 10, 24)
const CHOICE: Choice = {
  granted: { measurement: ['google-analytics'] },
  refused: ['advertising'],
  withSignal: false,
  until: endOf(NOW),
}

/** A storage that may be forbidden. */
function storage(isForbidden = false): Map<string, string> {
  const items = new Map<string, string>()
  const refuse = (): void => {
    if (isForbidden) throw new Error('SecurityError')
  }
  Object.assign(globalThis, {
    localStorage: {
      getItem(key: string) {
        refuse()
        return items.get(key) ?? null
      },
      setItem(key: string, value: string) {
        refuse()
        items.set(key, value)
      },
    },
  })
  return items
}
afterAll(() => void Reflect.deleteProperty(globalThis, 'localStorage'))

describe("a reader's choice (CONS-19)", () => {
  test('is kept for six months, without anything that names a reader', () => {
    const items = storage()
    writeChoice(CHOICE)
    expect(new Date(endOf(NOW)).toISOString()).toBe('2027-05-24T00:00:00.000Z')
    expect(readChoice(false, NOW)).toEqual(CHOICE)
    expect(readChoice(false, endOf(NOW) - 1)).toEqual(CHOICE)
    expect(readChoice(false, endOf(NOW))).toBeUndefined()
    const [record = ''] = items.values()
    expect(Object.keys(JSON.parse(record)).toSorted()).toEqual(['granted', 'refused', 'until', 'withSignal'])
    expect([...items.keys()]).toEqual([CHOICE_KEY])
  })

  test('from before the signal does not count; one made in spite of it does (CONS-21)', () => {
    storage()
    writeChoice(CHOICE)
    expect(readChoice(true, NOW)).toBeUndefined()
    writeChoice({ ...CHOICE, withSignal: true })
    expect(readChoice(true, NOW)).toBeDefined()
    expect(readChoice(false, NOW)).toBeDefined()
  })

  test('whatever else lies in the storage is no choice, and nothing throws', () => {
    const items = storage()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          items.set(CHOICE_KEY, text)
          const choice = readChoice(false, NOW)
          expect(decisionOn(choice, 'advertising', ['google-ad-manager'])).not.toBe('granted')
        },
      ),
    )
    for (const until of [Number.MAX_VALUE, Number.NaN, 'soon', null]) {
      items.set(CHOICE_KEY, JSON.stringify({ ...CHOICE, until }))
      expect(readChoice(false, NOW)).toBeUndefined()
    }
  })

  test('a forbidden storage is no choice', () => {
    storage(true)
    expect(() => writeChoice(CHOICE)).not.toThrow()
    expect(readChoice(false, NOW)).toBeUndefined()
  })

  test('a consent is for the third parties that were named; a refusal stays (CONS-17)', () => {
    expect(decisionOn(CHOICE, 'measurement', ['google-analytics'])).toBe('granted')
    expect(decisionOn(CHOICE, 'measurement', ['google-analytics', 'marfeel'])).toBe('open')
    expect(decisionOn(CHOICE, 'measurement', [])).toBe('granted')
    expect(decisionOn(CHOICE, 'advertising', ['google-ad-manager', 'new'])).toBe('refused')
    expect(decisionOn(CHOICE, 'comments', ['disqus'])).toBe('open')
    expect(decisionOn(undefined, 'advertising', [])).toBe('open')
  })
})

test('flags of an event are booleans or nothing (CONS-9)', () => {
  expect(flagsIn({ consent: true, comments: 'yes', audience: false })).toEqual({
    advertising: true,
    measurement: true,
    notifications: true,
    embeds: true,
    audience: false,
  })
  for (const detail of [undefined, null, 'consent', 7, [], {}]) expect(flagsIn(detail)).toEqual({})
})

describe('decisions of a platform (CONS-23)', () => {
  const data = (purposes: number[], more: object = {}) => ({
    eventStatus: 'tcloaded',
    gdprApplies: true,
    purpose: { consents: Object.fromEntries(purposes.map((number) => [number, true])) },
    vendor: { consents: { 755: true } },
    ...more,
  })
  const granted = (tcData: unknown) =>
    Object.entries(decisionIn(tcData)?.flags ?? {}).flatMap(([purpose, is]) => (is ? [purpose] : []))

  test('each purpose needs its own, and advertising the vendor too', () => {
    expect(granted(data([1]))).toEqual(['comments'])
    expect(granted(data([1, 9]))).toEqual(['comments', 'audience'])
    expect(granted(data([1, 2, 7]))).toEqual(['advertising', 'notifications', 'embeds', 'comments'])
    expect(granted(data([1, 2, 7], { vendor: { consents: { 755: false } } }))).toEqual([
      'notifications',
      'embeds',
      'comments',
    ])
    expect(granted(data([1, 7, 8, 9]))).toEqual(['measurement', 'comments', 'audience'])
    expect(granted(data([2, 7, 8, 9]))).toEqual([])
  })

  test('where the regulation does not apply, everything is granted', () => {
    expect(granted(data([], { gdprApplies: false, vendor: undefined }))).toHaveLength(6)
  })

  test('what is no decision changes nothing, and nothing throws', () => {
    expect(decisionIn(data([1], { eventStatus: 'cmpuishown' }))).toBeUndefined()
    expect(granted({ eventStatus: 'tcloaded' })).toEqual([])
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(
          granted({ eventStatus: 'tcloaded', gdprApplies: true, purpose: anything, vendor: anything }),
        ).not.toContain('advertising')
        decisionIn(anything)
      }),
    )
  })
})
