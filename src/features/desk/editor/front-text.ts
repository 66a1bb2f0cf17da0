import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml'
import { isRecord } from '../../../system/record.ts'

export type Values = Record<string, unknown>

/** The editor keeps fields that it does not show; no file has one of this name. */
export const SOURCE = '# file'
export const sourceOf = (values: Values): string => (typeof values[SOURCE] === 'string' ? values[SOURCE] : '')

const OPTIONS = { schema: 'core', lineWidth: 0 } as const

/** Writing such a file again would lose what cannot be read. */
export class BrokenFile extends Error {
  readonly line: number

  constructor(line: number) {
    super(`cannot be read at line ${line}`)
    this.line = line
  }
}

/** @throws BrokenFile */
function read(yaml: string): unknown {
  const document = parseDocument(yaml, { ...OPTIONS, uniqueKeys: false })
  const [error] = document.errors
  if (error) throw new BrokenFile(error.linePos?.[0].line ?? 1)
  try {
    return document.toJS()
  } catch {
    throw new BrokenFile(lineOfAlias(document, yaml))
  }
}

function lineOfAlias(document: Document, yaml: string): number {
  let line = 1
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document)) return undefined
      line = yaml.slice(0, alias.range?.[0]).split('\n').length
      return visit.BREAK
    },
  })
  return line
}

/** Not every browser says where JSON ends to be JSON. */
export function lineOfJsonProblem(json: string): number {
  return parseDocument(json, { schema: 'json' }).errors[0]?.linePos?.[0].line ?? 1
}

/** @throws BrokenFile */
export function readFields(yaml: string): Values {
  const value = read(yaml) ?? {}
  if (!isRecord(value)) throw new BrokenFile(1)
  return value
}

/** @throws BrokenFile */
export function readItems(yaml: string): unknown[] | undefined {
  const value = read(yaml)
  return Array.isArray(value) ? value : undefined
}

/**
 * Lines of other fields stay as they are, with their comments and spelling.
 * @param changes undefined: the field goes
 */
export function withFields(yaml: string, changes: ReadonlyMap<string, unknown>): string {
  const { contents } = parseDocument(yaml, { ...OPTIONS, uniqueKeys: false })
  const expected = { ...readFields(yaml) }
  for (const [name, value] of changes) {
    if (value === undefined) delete expected[name]
    else expected[name] = value
  }
  const map = isMap(contents) && !contents.flow ? contents : undefined
  const written = map && proven(() => spliced(yaml, map, changes), expected)
  return written ?? lines(expected)
}

/** An anchor may have gone with its part: then all is written again. */
function proven(write: () => string, expected: unknown): string | undefined {
  try {
    const written = write()
    return isSame(read(written), expected) ? written : undefined
  } catch {
    return undefined
  }
}

function spliced(yaml: string, map: YAMLMap, changes: ReadonlyMap<string, unknown>): string {
  let text = yaml
  const known = new Set<string>()
  for (const { key, value } of [...map.items].reverse()) {
    if (!isScalar(key) || !key.range) continue
    const name = String(key.value)
    known.add(name)
    if (!changes.has(name)) continue
    const end = isNode(value) ? value.range?.[1] : undefined
    const [from, to] = [key.range[0], end ?? key.range[2]]
    const change = changes.get(name)
    const after = change === undefined ? text.slice(to).replace(/^[^\n]*(?:\n|$)/, '') : text.slice(to)
    const line = change === undefined ? '' : changedLine(yaml, name, change)
    const gap = line !== '' && text[to - 1] === '\n' && to > from ? '\n' : ''
    text = text.slice(0, from) + line + gap + after
  }
  const added = [...changes].filter(([name, value]) => !known.has(name) && value !== undefined)
  const whole = text.trim() === '' ? '' : text.endsWith('\n') ? text : `${text}\n`
  return whole + added.map(([name, value]) => `${lineOf(name, value)}\n`).join('')
}

/** Unchanged parts keep their form. */
function changedLine(yaml: string, name: string, value: unknown): string {
  const document: Document = parseDocument(yaml, { ...OPTIONS, uniqueKeys: false })
  const { contents } = document
  const pair = isMap(contents) ? contents.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
  if (!isMap(contents) || !pair || !isCollection(pair.value)) return lineOf(name, value)
  pair.value = merged(document, pair.value, value)
  contents.items = [pair]
  document.commentBefore = null
  contents.commentBefore = null
  if (isScalar(pair.key)) pair.key.commentBefore = null
  return document.toString({ lineWidth: 0 }).trimEnd()
}

/** Other items stay as they are. */
export function withItems(yaml: string, items: readonly unknown[]): string {
  const document = parseDocument(yaml, { ...OPTIONS, uniqueKeys: false })
  const list = isSeq(document.contents) && items.length > 0 ? document.contents : undefined
  const write = (): string => {
    merged(document, list, items)
    return document.toString({ lineWidth: 0 })
  }
  return (list && proven(write, items)) ?? stringify(items, { ...OPTIONS, aliasDuplicateObjects: false })
}

function merged(document: Document, node: unknown, value: unknown): Node {
  if (isMap(node) && isRecord(value)) {
    for (const { key } of [...node.items]) {
      const name = isScalar(key) ? String(key.value) : ''
      if (!Object.hasOwn(value, name)) node.delete(name)
    }
    for (const [name, part] of Object.entries(value)) {
      const before = node.get(name, true)
      if (before === undefined || !isSame(plain(document, before), part)) node.set(name, merged(document, before, part))
    }
    return node
  }
  if (isSeq(node) && Array.isArray(value)) {
    const rest = [...node.items]
    const isFlow = node.items.some((item) => isCollection(item) && item.flow === true)
    const same = value.map((item) => {
      const index = rest.findIndex((one) => isSame(plain(document, one), item))
      return index === -1 ? undefined : rest.splice(index, 1)[0]
    })
    const isLonger = value.length > node.items.length
    node.items = value.map((item, index) => same[index] ?? merged(document, isLonger ? undefined : rest.shift(), item))
    for (const item of node.items) if (isFlow && isCollection(item)) item.flow = true
    return node
  }
  if (isScalar(node) && typeof value === typeof node.value) {
    node.value = value
    return node
  }
  return document.createNode(value, { flow: isShort(value) })
}

function plain(document: Document, node: unknown): unknown {
  return isNode(node) ? node.toJS(document) : node
}

/** Lists of words and an image with its words stand on one line. */
function lineOf(name: string, value: unknown): string {
  const options = {
    ...OPTIONS,
    aliasDuplicateObjects: false,
    ...(isShort(value) && { collectionStyle: 'flow' as const }),
  }
  return stringify({ [name]: value }, { ...options, flowCollectionPadding: isRecord(value) })
    .replace(/^\{\s?([\s\S]*?)\s?\}\n$/, '$1\n')
    .trimEnd()
}

function isShort(value: unknown): boolean {
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return parts.length > 0 && parts.every((part) => typeof part !== 'object')
}

export function lines(fields: Values): string {
  return Object.entries(fields)
    .map(([name, value]) => `${lineOf(name, value)}\n`)
    .join('')
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

export function filled(value: unknown): unknown {
  if (value === null || value === '' || value === false) return undefined
  if (Array.isArray(value)) {
    const items = value.map(filled).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const inside = filled(part)
    return inside === undefined ? [] : [[name, inside] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

export function keeping(before: unknown, after: unknown): unknown {
  if (before !== undefined && isSame(filled(before), filled(after))) return before
  if (Array.isArray(after)) {
    const list: unknown[] = Array.isArray(before) ? before : []
    const items = after
      .map((item, index) => {
        const same = list.find((one) => isSame(filled(one), filled(item)))
        return same === undefined ? keeping(list.length === after.length ? list[index] : undefined, item) : same
      })
      .filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isRecord(after)) return filled(after)
  const entries = Object.entries(after).flatMap(([name, part]) => {
    const inside = keeping(isRecord(before) ? before[name] : undefined, part)
    return inside === undefined ? [] : [[name, inside] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
