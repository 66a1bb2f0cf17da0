import * as z from 'zod'
import { SARE_LISTS, type SareItem, type SareResponse } from '../content/newsletter.ts'
import { isRecord } from '../content/record.ts'
import { scrubbed, scrubbedText } from './scrub.ts'

/** Items of one list: one address was sent, so more are an accident. */
const MAX_ITEMS = 20
/** The first code of HTTP that says that a request came to nothing. */
const FIRST_FAILURE = 400

/** A number, or one written as a string. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number().finite(),
)

/** An item; what has no status of its own counts as not subscribed. */
const item = z.unknown().transform((value): SareItem => {
  const fields = isRecord(value) ? scrubbed(value) : {}
  const status = isRecord(value) ? value.status : value
  return { ...fields, status: number.safeParse(status).data ?? 0 }
})

/** A list, a map of items, one item alone, or anything that PHP writes for nothing. */
const list = z
  .unknown()
  .optional()
  .transform((value) =>
    itemsIn(value)
      .slice(0, MAX_ITEMS)
      .map((one) => item.parse(one)),
  )

function itemsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return []
  return 'status' in value ? [value] : Object.values(value)
}

/** Lists that the contract does not know are left out. */
const lists = z.object({ error: list, blocked: list, notUpdated: list, updated: list, imported: list })

const answer = z.object({
  code: number.optional().catch(undefined),
  status: z
    .union([z.string(), z.number().transform(String)])
    .transform(scrubbedText)
    .optional()
    .catch(undefined),
  // An empty map arrives as a list or as `false`. An answer without any is none.
  response: z
    .union([z.record(z.string(), z.unknown()), z.tuple([]), z.literal([false, null, ''])])
    .transform((given) => lists.parse(isRecord(given) ? given : {})),
})

/**
 * The provider's answer, in the contract's shape and fit to be shown to anybody (NEWS-4, NEWS-5, docs/decisions/033).
 * @returns undefined when it is none: another shape, or the report of a failure
 */
export function readSareAnswer(json: unknown): SareResponse | undefined {
  const { data } = answer.safeParse(json)
  if (!data) return undefined
  const { code = 200, response } = data
  const isFailure = code >= FIRST_FAILURE
  if (isFailure && SARE_LISTS.every((name) => response[name].length === 0)) return undefined
  return { code, status: data.status ?? (isFailure ? 'error' : 'ok'), response }
}
