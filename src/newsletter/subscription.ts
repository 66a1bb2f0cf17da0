import { z } from 'zod'

/** The group that new subscribers join (spec 9). */
const GROUP_ID = 1
const MAX_EMAIL = 254
/** The pattern of `input[type=email]` (WHATWG HTML, "valid e-mail address"). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** What came of a subscription (spec 8): newly added, there already, or neither. */
export type SubscriptionOutcome = 'added' | 'known' | 'failed'

/** Where subscribers are kept. */
export interface Subscribers {
  /**
   * @param service the portal the reader subscribes on
   * @throws {SubscribersError} when the keeper cannot be asked
   */
  subscribe(email: string, service: string): Promise<SubscriptionOutcome>
}

/** The keeper of subscribers gave no usable answer. */
export class SubscribersError extends Error {
  override readonly name = 'SubscribersError'
  constructor(
    readonly reason: 'timeout' | 'unusable',
    detail: string,
  ) {
    super(`newsletter provider: ${detail}`)
  }
}

/** Whether an address may be subscribed (spec 5; decision 33): WHATWG's pattern, a dot in the domain, 254 characters. */
export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL && EMAIL.test(value)
}

/** The provider's request: one address, fixed flags, whatever the client sent (contract, `SareRequest`). */
export function sareRequest(email: string, service: string): object {
  return {
    only_add_to_groups: false,
    update_on_duplicate: false,
    update_status_on_duplicate: true,
    send_confirmation: true,
    emails: [{ email, comment: service, groups: [GROUP_ID] }],
  }
}

const items = z.array(z.object({ status: z.coerce.number() })).catch([])
const sareResponse = z.object({ response: z.object({ imported: items, updated: items, notUpdated: items }) })

/** Imported with a status above 0 is new, updated or not updated with one is known, anything else failed (decision 33). */
export function sareOutcome(answer: unknown): SubscriptionOutcome {
  const parsed = sareResponse.safeParse(answer)
  if (!parsed.success) return 'failed'
  const { imported, updated, notUpdated } = parsed.data.response
  const isGood = (item: { status: number }): boolean => item.status > 0
  if (imported.some(isGood)) return 'added'
  return [...updated, ...notUpdated].some(isGood) ? 'known' : 'failed'
}
