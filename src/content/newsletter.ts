import { isRecord } from './record.ts'

/** Rules of the newsletter that the form and the server share (spec 5 and 8; decision 33). Imports nothing. */

/** Query parameter by which a page shows what came of its form, and where on the page it does (decision 51). */
export const NOTICE_PARAMETER = 'newsletter'
export const NOTICE_ID = 'komunikat'

/** How long the address that confirms a subscription is good for (SUB-8). */
export const TOKEN_DAYS = 7

/** How long an address that nobody confirms is stored (SUB-14). */
export const UNCONFIRMED_DAYS = 30

const MAX_EMAIL = 254
/** The pattern of `input[type=email]` (WHATWG HTML, "valid e-mail address"), with a dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** What came of a subscription: newly added, there already, or neither. */
export type SubscriptionOutcome = 'added' | 'known' | 'failed'

/** The lists of a provider's answer (contract, `SareResponse`). */
export const SARE_LISTS = ['error', 'blocked', 'notUpdated', 'updated', 'imported'] as const

/** One address of a list, without the address: a status above 0 is success. */
export interface SareItem {
  status: number
  [field: string]: unknown
}

/** What came of a subscription in the provider's words, which go on to the client (NEWS-4). */
export interface SareResponse {
  code: number
  status: string
  response: Record<(typeof SARE_LISTS)[number], SareItem[]>
}

/** An answer in the provider's shape, of subscribers that the portal keeps itself (NEWS-8). */
export function sareResponse(lists: Partial<SareResponse['response']>): SareResponse {
  const none = { error: [], blocked: [], notUpdated: [], updated: [], imported: [] }
  return { code: 200, status: 'ok', response: { ...none, ...lists } }
}

/** Whether an address may be subscribed: WHATWG's pattern, a dot in the domain, at most 254 characters. */
export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL && EMAIL.test(value)
}

/** What two ways to write one address have in common: subscribers are told apart, and removed, by it. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** The body of a subscription (contract, `SareRequest`): one address, its portal as the comment, fixed flags. */
export function sareRequest(email: string, service: string) {
  return {
    only_add_to_groups: false,
    update_on_duplicate: false,
    update_status_on_duplicate: true,
    send_confirmation: true,
    emails: [{ email, comment: service, groups: [GROUP_ID] }],
  }
}

/** The group that new subscribers join (spec 9). */
const GROUP_ID = 1

/** Imported with a status above 0 is new, updated or not updated with one is known, anything else failed (NEWS-7). */
export function sareOutcome(answer: unknown): SubscriptionOutcome {
  const lists = isRecord(answer) && isRecord(answer.response) ? answer.response : {}
  if (hasGood(lists.imported)) return 'added'
  return hasGood(lists.updated) || hasGood(lists.notUpdated) ? 'known' : 'failed'
}

function hasGood(list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => isRecord(item) && Number(item.status) > 0)
}
