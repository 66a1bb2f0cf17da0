import { isRecord } from '../../system/record.ts'
import type { Problem } from '../../system/report.ts'
import { MAX_FIELD, MAX_ITEMS } from '../limits.ts'

const MAX_DEPTH = 8

interface FieldLimits {
  onCut(problem: Pick<Problem, 'field' | 'kind'>): void
  /** Those with their own limits. */
  except?: ReadonlySet<string>
  items?: number
}

const NONE: ReadonlySet<string> = new Set()

/** Cuts texts, lists and maps (COST-5). Small ones are returned as they are. */
export function cutFields(
  value: unknown,
  { onCut, except = NONE, items: maxItems = MAX_ITEMS }: FieldLimits,
  path = '',
  depth = 0,
): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_FIELD) return value
    onCut({ field: path, kind: `${value.length} characters, cut to ${MAX_FIELD}` })
    return value.slice(0, MAX_FIELD).toWellFormed()
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) {
    onCut({ field: path, kind: `more than ${MAX_DEPTH} levels` })
    return undefined
  }
  const within = (inner: unknown, name: string): unknown =>
    cutFields(inner, { onCut, except, items: maxItems }, path === '' ? name : `${path}.${name}`, depth + 1)
  const tooMany = (count: number): void => {
    if (count > maxItems) onCut({ field: path, kind: `${count} items, cut to ${maxItems}` })
  }
  if (Array.isArray(value)) {
    tooMany(value.length)
    const limited = value.length > maxItems ? value.slice(0, maxItems) : value
    const cut = limited.map((item, index) => within(item, String(index)))
    return limited === value && cut.every((item, index) => item === value[index]) ? value : cut
  }
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  tooMany(keys.length)
  let changed: Record<string, unknown> | undefined
  if (keys.length > maxItems) changed = Object.fromEntries(keys.slice(0, maxItems).map((key) => [key, value[key]]))
  for (const key of keys.slice(0, maxItems)) {
    if (except.has(key)) continue
    const cut = within(value[key], key)
    if (cut === value[key]) continue
    changed ??= { ...value }
    changed[key] = cut
  }
  return changed ?? value
}

export function isWithin(value: unknown, maxValues: number, maxCharacters: number): boolean {
  const stack: unknown[] = [value]
  let [values, characters] = [0, 0]
  for (; stack.length > 0 && values <= maxValues && characters <= maxCharacters; values++) {
    const next = stack.pop()
    if (typeof next === 'string') characters += next.length
    else if (Array.isArray(next)) for (const item of next.slice(0, maxValues + 1)) stack.push(item)
    else if (isRecord(next)) {
      for (const [key, item] of Object.entries(next).slice(0, maxValues + 1)) {
        characters += key.length
        stack.push(item)
      }
    }
  }
  return stack.length === 0 && values <= maxValues && characters <= maxCharacters
}
