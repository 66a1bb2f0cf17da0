import type { z } from 'zod'
import type { LinkRules } from '../links.ts'
import { kindOf, type Report, WireShapeError } from '../report.ts'

/** What decoding needs beside the answer itself. */
export interface DecodeContext {
  rules: LinkRules
  report: Report
  /** The call the answer came from, for reports. */
  call: string
  /** Answers of the CMS for the reusable blocks that the answer names, by ref. */
  reusable?: ReadonlyMap<string, unknown>
}

/**
 * Parses one answer by its schema.
 * @throws {WireShapeError} naming the call, the field and the kind of what stands there
 */
export function parseWire<T extends z.ZodType>(schema: T, json: unknown, call: string): z.output<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path ?? []
  throw new WireShapeError({ call, field: path.map(String).join('.') || '(answer)', kind: kindOf(valueAt(json, path)) })
}

/** What stands at a path of an answer, for reports. */
export function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  )
}
