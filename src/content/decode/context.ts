import type { z } from 'zod'
import { kindOf, type Report, WireShapeError } from '../../system/report.ts'
import type { LinkRules } from '../links.ts'
import type { OwnBlocks } from '../own-block.ts'

/** What decoding needs in addition to the response. */
export interface DecodeContext {
  rules: LinkRules
  report: Report
  /** The call that returned the response, for reports. */
  call: string
  /** Responses of the CMS for the reusable blocks of this response, by ref. */
  reusable?: ReadonlyMap<string, unknown>
  /** Blocks of the site's own, by their names. */
  ownBlocks?: OwnBlocks
}

/**
 * Parses a response with its schema.
 * @throws {WireShapeError} with the call, the field and the type of the value
 */
export function parseWire<T extends z.ZodType>(schema: T, json: unknown, call: string): z.output<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path ?? []
  throw new WireShapeError({ call, field: path.map(String).join('.') || '(answer)', kind: kindOf(valueAt(json, path)) })
}

/** The value at a path of a response, for reports. */
export function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  )
}
