import type { IssueRecord, Letter, Subscriber } from '../../../../../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../../../../../src/features/newsletter/store/store.ts'

/** What every store of subscribers does; both run these tests. */

export interface StoreUnderTest {
  store: SubscriberStore
  /** Another instance over the same place. */
  second: SubscriberStore
  close(): Promise<void>
}
export type OpenStore = () => Promise<StoreUnderTest>

export const NOON = '2026-03-03T12:00:00.000Z'
export const OLA = 'Ola@Poczta.example'
export const JAN = 'jan@poczta.example'
export const DAY = 86_400

/** So many seconds after noon. */
export const plus = (seconds: number): string => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

export const issueOf = (id: string, service = 'post'): IssueRecord => ({
  id,
  service,
  subject: 'Wydanie',
  createdAt: NOON,
  content: '{"articles":[]}',
  state: 'draft',
})

/** Opens a store for each test of a block. */
export function eachWith(open: OpenStore, use: (tested: StoreUnderTest) => void): void {
  let tested: StoreUnderTest
  beforeEach(async () => {
    tested = await open()
    use(tested)
  })
  afterEach(() => tested.close())
}

export async function rowOf(store: SubscriberStore, email: string, service = 'post'): Promise<Subscriber> {
  const row = (await store.all()).find((one) => one.email === email && one.service === service)
  if (!row) throw new Error('no such row')
  return row
}

export const lettersOf = (store: SubscriberStore, at = NOON): Promise<Letter[]> => store.takeLetters(100, at, 60)

/** A confirmed subscriber, whose letters are sent. */
export async function confirmedIn(store: SubscriberStore, email: string, service = 'post'): Promise<Subscriber> {
  await store.subscribe(email, service, NOON)
  await store.confirm((await rowOf(store, email, service)).token, NOON)
  for (const { id } of await lettersOf(store)) await store.letterSent(id, NOON)
  return rowOf(store, email, service)
}
