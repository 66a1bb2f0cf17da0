import { parse as parseToml, TomlError } from 'smol-toml'
import {
  FIELD_NAMES,
  type FieldName,
  isGiven,
  listOfNames,
  plainName,
} from '../../../sources/embedded/article-fields.ts'
import { type Parts, partsOf } from '../../../sources/embedded/file-parts.ts'
import { writtenDate } from '../../../sources/embedded/written-date.ts'
import { isRecord } from '../../../system/record.ts'
import {
  BrokenFile,
  filled,
  isSame,
  keeping,
  lineOfJsonProblem,
  lines,
  readFields,
  readItems,
  SOURCE,
  sourceOf,
  type Values,
  withFields,
  withItems,
} from './front-text.ts'
import { blocksOf, blockText, isSameBlocks } from './home-blocks.ts'

/** What nobody changed in a form stays in the file, byte for byte. */
export interface FileFormat {
  fromFile(text: string): Values
  toFile(values: Values): string
}

/** @param message with `{line}` */
export function wordedFormat({ fromFile, toFile }: FileFormat, message: string): FileFormat {
  return {
    fromFile,
    toFile(values) {
      try {
        return toFile(values)
      } catch (error) {
        throw error instanceof BrokenFile ? new Error(message.replace('{line}', String(error.line))) : error
      }
    },
  }
}

type ShownField = Exclude<FieldName, 'names' | 'isLeadMade'>
const SHOWN = Object.keys(FIELD_NAMES) as ShownField[]

/** Reads the spellings of other generators too. */
export const articleFormat: FileFormat = {
  fromFile: (text) => ({ ...articleOf(text).values, [SOURCE]: text }),
  toFile(edited) {
    const source = sourceOf(edited)
    const { kind, fields, values, front, written, broken } = articleOf(source)
    const changes = new Map<string, unknown>()
    for (const name of SHOWN) {
      if (isSame(filled(values[name]), filled(edited[name]))) continue
      const value = keeping(values[name], edited[name])
      for (const [field, change] of changesOf(name, value, fields)) changes.set(field, change)
    }
    const body = typeof edited.body === 'string' ? edited.body : ''
    if (changes.size === 0 && body === values.body) return source
    if (broken) throw broken
    const head = kind === 'yaml' ? withFields(front, changes) : lines({ ...fields, ...Object.fromEntries(changes) })
    return `---\n${head.trimEnd()}\n---\n${body === values.body ? written : withLineEnd(body)}`
  },
}

const withLineEnd = (body: string): string => (body === '' || body.endsWith('\n') ? body : `${body}\n`)

interface ReadArticle {
  kind: Parts['kind']
  front: string
  written: string
  fields: Values
  values: Values
  broken: BrokenFile | undefined
}

function articleOf(text: string): ReadArticle {
  const parts = partsOf(text)
  const { kind, front, body: written } = parts
  const { fields, broken } = fieldsOf(parts)
  // The editor writes none at the end, and would take its own file for another.
  const body = written.replace(/\n$/, '')
  const values: Values = { body }
  for (const name of SHOWN) {
    const value = fieldValue(name, fields)
    if (value !== undefined) values[name] = value
  }
  values.title ??= /^\s{0,9}# +(.+)/.exec(body.slice(0, MAX_TITLE))?.[1]?.trim()
  return { kind, front, written, fields, values, broken }
}

const MAX_TITLE = 500

function fieldsOf({ kind, front, before }: Parts): { fields: Values; broken: BrokenFile | undefined } {
  try {
    if (kind === 'none') return { fields: {}, broken: undefined }
    if (kind === 'yaml') return { fields: readFields(front), broken: undefined }
    const value: unknown = JSON.parse(kind === 'json' ? front : JSON.stringify(parseToml(front)))
    if (!isRecord(value)) throw new BrokenFile(1)
    return { fields: value, broken: undefined }
  } catch (error) {
    return { fields: {}, broken: new BrokenFile(before + lineOf(error, kind === 'json' ? front : '')) }
  }
}

function lineOf(error: unknown, json = ''): number {
  if (error instanceof BrokenFile || error instanceof TomlError) return error.line
  const [, line] = /\bline (\d+)/.exec(String(error)) ?? []
  return line === undefined ? lineOfJsonProblem(json) : Number(line)
}

/** The first name counts. */
function writtenNames(name: ShownField, fields: Values): string[] {
  const written = new Map(Object.keys(fields).map((field) => [plainName(field), field]))
  return FIELD_NAMES[name]
    .flatMap((alias) => written.get(plainName(alias)) ?? [])
    .filter((field) => isGiven(fields[field]))
}

function fieldValue(name: ShownField, fields: Values): unknown {
  const names = writtenNames(name, fields)
  const value = names[0] === undefined ? undefined : fields[names[0]]
  switch (name) {
    case 'date':
    case 'updated':
    case 'expires':
      return value === undefined ? undefined : (writtenDate(value) ?? String(value))
    case 'author':
    case 'tags':
      return value === undefined ? undefined : listOfNames(value, names[0]?.endsWith('s'))
    case 'category':
      return value === undefined ? undefined : listOfNames(value, names[0]?.endsWith('s'))[0]
    case 'image':
      return value === undefined ? undefined : imageOf(value)
    case 'draft':
      return isHeld(names, fields) || undefined
    case 'noindex':
      return fields.noindex === true || /\bnoindex\b|\bnone\b/i.test(String(fields.robots ?? '')) || undefined
    default:
      return isRecord(value) ? undefined : value
  }
}

const PUBLIC = /^(?:false|no|off|0|nie|publish|published|public|live|opublikowany)$/i
const isHeld = (names: readonly string[], fields: Values): boolean =>
  names.some((name) => !PUBLIC.test(String(fields[name]).trim())) || fields.published === false

function imageOf(value: unknown): Values | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isRecord(first)) return { src: String(first) }
  const src = first.src ?? first.url ?? first.path ?? first.image
  return src === undefined ? undefined : { ...first, src }
}

/** A changed field keeps the name and the form in which it was written. */
function changesOf(name: ShownField, value: unknown, fields: Values): Array<[string, unknown]> {
  const [written = name] = writtenNames(name, fields)
  const before = fields[written]
  switch (name) {
    case 'draft':
      if (value !== undefined) return [[name, true]]
      return [
        ...writtenNames(name, fields).map((field): [string, unknown] => [field, undefined]),
        ...(fields.published === false ? [['published', true] as [string, unknown]] : []),
      ]
    case 'noindex':
      return [
        [name, value],
        ...(value === undefined && fields.robots !== undefined ? [['robots', undefined] as [string, unknown]] : []),
      ]
    case 'author':
      return [[written, Array.isArray(value) && value.length === 1 && !Array.isArray(before) ? value[0] : value]]
    case 'category': {
      const others = Array.isArray(before) ? before.slice(1) : []
      return [[written, Array.isArray(before) ? [...(value === undefined ? [] : [value]), ...others] : value]]
    }
    case 'image': {
      const { src, ...words } = isRecord(value) ? value : {}
      const isBare = before !== undefined && !isRecord(before) && Object.keys(words).length === 0
      return [[written, isBare ? src : value]]
    }
    default:
      return [[written, value]]
  }
}

/** A list is the field `items`. */
export const yamlFormat: FileFormat = {
  fromFile: (text) => ({ ...yamlOf(text).values, [SOURCE]: text }),
  toFile(edited) {
    const source = sourceOf(edited)
    const { values: before, isList, broken } = yamlOf(source)
    const { [SOURCE]: _source, ...values } = edited
    const changes = changesBetween(before, values)
    if (changes.size === 0) return source
    if (broken) throw broken
    const isNewList = Array.isArray(values.items) && Object.keys(before).length === 0
    if (!isList && !isNewList) return withFields(source, changes)
    const items = keeping(before.items, values.items)
    return withItems(source, Array.isArray(items) ? items : [])
  },
}

function yamlOf(text: string): { values: Values; isList: boolean; broken: BrokenFile | undefined } {
  try {
    const items = readItems(text)
    return { values: items ? { items } : readFields(text), isList: items !== undefined, broken: undefined }
  } catch (error) {
    return { values: {}, isList: false, broken: new BrokenFile(lineOf(error)) }
  }
}

/** A list that is empty stays one: readers need some. */
function changesBetween(before: Values, after: Values): Map<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return new Map(
    names.flatMap((name) => {
      if (isSame(filled(before[name]), filled(after[name]))) return []
      const value = keeping(before[name], after[name])
      return [[name, value ?? (Array.isArray(before[name]) ? [] : undefined)] as const]
    }),
  )
}

export const textFormat: FileFormat = {
  fromFile: (text) => ({ body: text }),
  toFile: ({ body }) => (typeof body === 'string' ? body : ''),
}

export const homeFormat: FileFormat = {
  fromFile(text) {
    const parts = partsOf(text)
    return { ...fieldsOf(parts).fields, blocks: blocksOf(parts.body), [SOURCE]: text }
  },
  toFile(edited) {
    const source = sourceOf(edited)
    const parts = partsOf(source)
    const { front, body } = parts
    const { [SOURCE]: _source, blocks, ...values } = edited
    const { fields: before, broken } = fieldsOf(parts)
    const changes = changesBetween(before, values)
    const list = Array.isArray(blocks) ? blocks.filter(isRecord) : []
    const isMoved = !isSameBlocks(list, blocksOf(body))
    if (changes.size === 0 && !isMoved) return source
    if (broken) throw broken
    return `---\n${withFields(front, changes).trimEnd()}\n---\n${isMoved ? `${list.map(blockText).join('\n\n')}\n` : body}`
  },
}
