import type { z } from 'zod'
import { kindOf, type Report, WireShapeError } from '../../system/report.ts'
import type { LinkRules } from '../links.ts'
import type { OwnBlocks } from '../own-block.ts'

export interface DecodeContext {
  rules: LinkRules
  report: Report
  /** For reports. */
  call: string
  /** By ref. */
  reusable?: ReadonlyMap<string, unknown>
  ownBlocks?: OwnBlocks
}

/** @throws {WireShapeError} with the call, the field and the type of the value */
export function parseWire<T extends z.ZodType>(schema: T, json: unknown, call: string): z.output<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path ?? []
  throw new WireShapeError({ call, field: path.map(String).join('.') || '(answer)', kind: kindOf(valueAt(json, path)) })
}

export function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  )
}
