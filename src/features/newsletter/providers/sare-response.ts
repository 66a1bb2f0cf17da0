import * as z from 'zod'
import { isRecord } from '../../../system/record.ts'
import { scrubbed, scrubbedText } from '../../../system/scrub.ts'

/** Lists of a provider's response (NEWS-4). */
export const SARE_LISTS = ['error', 'blocked', 'notUpdated', 'updated', 'imported'] as const

/** A status above 0 means success. */
interface SareItem {
  status: number
  [field: string]: unknown
}

export interface SareResponse {
  code: number
  status: string
  response: Record<(typeof SARE_LISTS)[number], SareItem[]>
}

/** Other providers respond in that shape (NEWS-8). */
export function sareResponse(lists: Partial<SareResponse['response']>): SareResponse {
  const none = { error: [], blocked: [], notUpdated: [], updated: [], imported: [] }
  return { code: 200, status: 'ok', response: { ...none, ...lists } }
}

/** The request had one address, so more items are an error. */
const MAX_ITEMS = 20
const FIRST_FAILURE = 400

const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number().finite(),
)

const item = z.unknown().transform((value): SareItem => {
  const fields = isRecord(value) ? scrubbed(value) : {}
  const status = isRecord(value) ? value.status : value
  return { ...fields, status: number.safeParse(status).data ?? 0 }
})

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

const lists = z.object({ error: list, blocked: list, notUpdated: list, updated: list, imported: list })

const wireResponse = z.object({
  code: number.optional().catch(undefined),
  status: z
    .union([z.string(), z.number().transform(String)])
    .transform(scrubbedText)
    .optional()
    .catch(undefined),
  // An empty map arrives as a list or as `false`.
  response: z
    .union([z.record(z.string(), z.unknown()), z.tuple([]), z.literal([false, null, ''])])
    .transform((raw) => lists.parse(isRecord(raw) ? raw : {})),
})

/**
 * Safe to publish (NEWS-4, docs/decisions/033).
 * @returns undefined for another shape, or the report of a failure
 */
export function readSareResponse(json: unknown): SareResponse | undefined {
  const { data } = wireResponse.safeParse(json)
  if (!data) return undefined
  const { code = 200, response } = data
  const isFailure = code >= FIRST_FAILURE
  if (isFailure && SARE_LISTS.every((name) => response[name].length === 0)) return undefined
  return { code, status: data.status ?? (isFailure ? 'error' : 'ok'), response }
}
