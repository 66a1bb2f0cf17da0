/**
 * Parses the block comments of WordPress in linear time, into the tree of `WP_Block_Parser`, malformed text included:
 * a closing delimiter ends the innermost block whatever its name.
 */

import { atOnce, type Steps } from '../system/steps.ts'
import { parseWellFormed } from '../system/well-formed.ts'

export interface ParsedBlock {
  blockName: string | null
  /** Empty when missing or not valid JSON. */
  attrs: Readonly<Record<string, unknown>>
  innerHTML: string
  innerContent: ReadonlyArray<string | null>
  innerBlocks: readonly ParsedBlock[]
}

interface OpenBlock extends ParsedBlock {
  innerContent: Array<string | null>
  innerBlocks: ParsedBlock[]
}

/** New arrays for each block take half of the parsing time. */
const NOTHING: never[] = []
const NO_SETTINGS: Readonly<Record<string, unknown>> = {}

/** Parsed without a pause (COST-1). */
const DELIMITERS_AT_ONCE = 500

/** Never throws; text outside blocks becomes a nameless block. */
export function parseBlocks(document: string): ParsedBlock[] {
  return atOnce(parseBlocksInSteps(document))
}

/** (COST-1) */
export function* parseBlocksInSteps(document: string): Steps<ParsedBlock[]> {
  const top: ParsedBlock[] = []
  const open: OpenBlock[] = []
  /** Where the markup of each open block continues. */
  const markupFrom: number[] = []
  /** Start of top-level text outside blocks. */
  let textFrom = 0
  const takeText = (until: number): void => {
    if (until > textFrom) top.push(freeform(document.slice(textFrom, until)))
  }
  const closeLast = (start: number, end: number): void => {
    const [block, from = 0] = [open.pop(), markupFrom.pop()]
    if (!block) return
    // An empty inner block has one empty piece of markup, an empty top-level block none.
    if (start > from || open.length > 0) takeMarkup(block, document.slice(from, start))
    if (open.length > 0) markupFrom[open.length - 1] = end
    else textFrom = end
  }

  const delimiters = new Delimiters(document)
  for (let count = 1; delimiters.next(); count++) {
    if (count % DELIMITERS_AT_ONCE === 0) yield
    const { kind, name, start, end } = delimiters
    if (kind === 'close') {
      if (open.length === 0) break
      closeLast(start, end)
      continue
    }
    const block: OpenBlock = {
      blockName: name,
      attrs: delimiters.attrs,
      innerHTML: '',
      innerContent: NOTHING,
      innerBlocks: NOTHING,
    }
    const around = open.at(-1)
    if (around) {
      const from = markupFrom.at(-1) ?? start
      if (start > from) takeMarkup(around, document.slice(from, start))
      around.innerBlocks = added(around.innerBlocks, block)
      around.innerContent = added(around.innerContent, null)
      markupFrom[open.length - 1] = end
    } else {
      takeText(start)
      textFrom = end
      top.push(block)
    }
    if (kind === 'void') continue
    open.push(block)
    markupFrom.push(end)
  }
  const innermost = open.at(-1)
  // The last text belongs to the innermost unclosed block.
  if (innermost) {
    const rest = document.slice(markupFrom.at(-1))
    if (rest !== '') takeMarkup(innermost, rest)
  } else takeText(document.length)
  return top
}

/** Blocks and the texts between them: joined they are the document. */
export function topLevelParts(document: string): string[] {
  const parts: string[] = []
  let [from, depth] = [0, 0]
  const cutAt = (place: number): void => {
    if (place > from) parts.push(document.slice(from, place))
    from = place
  }
  const delimiters = new Delimiters(document)
  while (delimiters.next()) {
    const { kind, start, end } = delimiters
    if (kind === 'close' && depth === 0) break
    if (depth === 0) cutAt(start)
    if (kind === 'open') depth += 1
    if (kind === 'close') depth -= 1
    if (depth === 0) cutAt(end)
  }
  cutAt(document.length)
  return parts
}

function freeform(text: string): ParsedBlock {
  return { blockName: null, attrs: {}, innerHTML: text, innerContent: [text], innerBlocks: NOTHING }
}

function takeMarkup(block: OpenBlock, markup: string): void {
  block.innerContent = added(block.innerContent, markup)
  block.innerHTML += markup
}

/** Replaces the shared `NOTHING`; a push to an empty list would reserve room for seventeen items. */
function added<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item]
  list.push(item)
  return list
}

const OPENING = '<!--'
/** `<!-- wp:acf/chart `, `<!-- /wp:list ` */
const BEGINNING = /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+/g
const END = '-->'
const VOID_END = '/-->'
/** Skips arrows inside settings. */
const SETTINGS_END = /\}\s+\/?-->/g

class Delimiters {
  kind: 'open' | 'close' | 'void' = 'open'
  name = ''
  attrs = NO_SETTINGS
  start = 0
  end = 0
  private readonly names = new Map<string, string>()
  /** `null`: there is no further one. A search from each start would be quadratic. */
  private settingsEnd: RegExpExecArray | null | undefined

  constructor(private readonly document: string) {}

  next(): boolean {
    for (let from = this.end; ; from = this.start + OPENING.length) {
      BEGINNING.lastIndex = from
      const match = BEGINNING.exec(this.document)
      if (!match) return false
      this.start = match.index
      const place = match.index + match[0].length
      if (!this.isEnded(place)) continue
      if (this.kind === 'open' && match[1]) this.kind = 'close'
      this.name = this.fullName(match[2] ?? '')
      return true
    }
  }

  private isEnded(place: number): boolean {
    const { document } = this
    if (document.startsWith(END, place)) return this.endsAt(place + END.length, 'open', NO_SETTINGS)
    if (document.startsWith(VOID_END, place)) return this.endsAt(place + VOID_END.length, 'void', NO_SETTINGS)
    const ending = document[place] === '{' ? this.settingsEndFrom(place + 1) : null
    if (!ending) return false
    const kind = ending[0].endsWith(VOID_END) ? 'void' : 'open'
    return this.endsAt(ending.index + ending[0].length, kind, settingsOf(document.slice(place, ending.index + 1)))
  }

  private endsAt(end: number, kind: 'open' | 'void', attrs: Readonly<Record<string, unknown>>): true {
    this.end = end
    this.kind = kind
    this.attrs = attrs
    return true
  }

  private settingsEndFrom(place: number): RegExpExecArray | null {
    if (this.settingsEnd === undefined || (this.settingsEnd && this.settingsEnd.index < place)) {
      SETTINGS_END.lastIndex = place
      this.settingsEnd = SETTINGS_END.exec(this.document)
    }
    return this.settingsEnd
  }

  /** Returns one shared string per name. */
  private fullName(written: string): string {
    const known = this.names.get(written)
    if (known !== undefined) return known
    const name = written.includes('/') ? written : `core/${written}`
    this.names.set(written, name)
    return name
  }
}

function settingsOf(json: string): Record<string, unknown> {
  try {
    return parseWellFormed(json) as Record<string, unknown>
  } catch {
    return {}
  }
}

export function delimited(name: string, settings: Readonly<Record<string, unknown>>, html: string): string {
  return `${openingOf(name, settings)}\n${html}\n${closingOf(name)}`
}

export function openingOf(name: string, settings: Readonly<Record<string, unknown>> = {}): string {
  return `<!-- wp:${name} ${spacedJson(settings)}-->`
}

export function closingOf(name: string): string {
  return `<!-- /wp:${name} -->`
}

export function voidBlock(name: string, settings: Readonly<Record<string, unknown>>): string {
  return `<!-- wp:${name} ${spacedJson(settings)}/-->`
}

function spacedJson(settings: Readonly<Record<string, unknown>>): string {
  return Object.values(settings).every((value) => value === undefined) ? '' : `${blockJson(settings)} `
}

/** It cannot close a comment. */
export function blockJson(value: object): string {
  return JSON.stringify(value).replace(
    /--|[<>&]/g,
    (character) => ({ '--': '\\u002d\\u002d', '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' })[character] ?? character,
  )
}
