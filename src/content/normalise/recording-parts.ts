import { defaultTreeAdapter as tree } from 'parse5'
import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { AudioBlock, Block } from '../block.ts'
import { type HtmlElement, hasClass, isElement, isText, serialise, textOf } from '../html/tree.ts'
import { bindLines } from '../line-breaks.ts'
import { languageOfText } from '../links.ts'
import type { Chapter } from '../media-file.ts'
import { foldWhiteSpace } from '../text.ts'
import { text, type WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'

/** After a recording, a list with the class `chapters`, or any block with the class `transcript` (AUDIO-1, AUDIO-2). */

export type RecordingParts = Pick<AudioBlock, 'chapters' | 'transcript'>

const [CHAPTERS, TRANSCRIPT] = ['chapters', 'transcript'] as const
const RECORDINGS = new Set(['core/audio', 'core/video'])
const MAX_CHAPTERS = 200
/** Cost of a chapter beyond its markup. */
const CHAPTER_TAGS = 3
/** Characters up to the class of an editor's element. */
const MAX_HEAD = 2000
const OWN_CLASSES = /^\s*<[a-z]{1,10}\b[^<>]*?\sclass=["']([^"'<>]*)["']/i
/** `0:00 Start`, `[1:02:03] – Koniec`. */
const LINE = /^[([]?(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[)\]]?\s?[-\u2013\u2014:.|]?\s?(\S.*)$/

export function withRecordingParts(blocks: readonly unknown[]): readonly unknown[] {
  if (!blocks.some(isRecording)) return blocks
  const folded: unknown[] = []
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index++]
    const parts: unknown[] = []
    if (isRecord(block) && isRecording(block)) {
      for (let next = index; next < blocks.length; next++) {
        const one = blocks[next]
        if (isBlank(one)) continue
        if (parts.length === 2 || partOf(one) === undefined || parts.some((part) => partOf(part) === partOf(one))) break
        parts.push(one)
        index = next + 1
      }
    }
    folded.push(isRecord(block) && parts.length > 0 ? { ...block, innerBlocks: parts } : block)
  }
  return folded
}

/** @returns the parts, and blocks that are none */
export function* recordingParts(
  { innerBlocks }: WireBlock,
  context: NormaliseContext,
): Steps<{ parts: RecordingParts; rest: Block[] }> {
  const parts: RecordingParts = {}
  const rest: Block[] = []
  for (const part of innerBlocks) {
    const isChapters = isRecord(part) && partOf(part) === CHAPTERS
    const chapters = isChapters ? chaptersOf(linesOfBlock(part, context), context) : undefined
    const blocks = chapters ? [] : yield* context.inner([part])
    if (chapters && context.budget.takeBlock(CHAPTER_TAGS * chapters.length)) parts.chapters = chapters
    else if (partOf(part) === TRANSCRIPT && blocks.length > 0) parts.transcript = blocks.flatMap(withoutFrame)
    else rest.push(...blocks)
  }
  return { parts, rest }
}

export function takeParts(
  element: HtmlElement,
  context: NormaliseContext,
  html: (markup: string) => Block[],
): RecordingParts {
  const parts: RecordingParts = {}
  for (const part of following(element)) {
    if (hasClass(part, CHAPTERS) && !parts.chapters) {
      const chapters = chaptersOf(linesOf(part), context)
      if (!chapters || !context.budget.takeBlock(CHAPTER_TAGS * chapters.length)) break
      parts.chapters = chapters
    } else if (hasClass(part, TRANSCRIPT) && !parts.transcript) {
      const inside = part.childNodes.filter((node) => !isElement(node) || node.tagName !== 'summary')
      const transcript = html(inside.map(serialise).join(''))
      if (transcript.length > 0) parts.transcript = transcript
    } else break
    tree.detachNode(part)
  }
  return parts
}

/** It may be in a figure. */
function* following(element: HtmlElement): Generator<HtmlElement> {
  const { parentNode } = element
  const own = parentNode && 'tagName' in parentNode && parentNode.tagName === 'figure' ? parentNode : element
  const siblings = own.parentNode?.childNodes ?? []
  for (const node of siblings.slice(siblings.indexOf(own) + 1)) {
    if (isElement(node)) yield node
    else if (isText(node) && node.value.trim() !== '') return
  }
}

function isRecording(block: unknown): boolean {
  return isRecord(block) && typeof block.blockName === 'string' && RECORDINGS.has(block.blockName)
}

/** WordPress' white space between blocks. */
function isBlank(block: unknown): boolean {
  return isRecord(block) && !block.blockName && String(block.innerHTML ?? '').trim() === ''
}

function partOf(block: unknown): typeof CHAPTERS | typeof TRANSCRIPT | undefined {
  if (!isRecord(block)) return undefined
  const markup = typeof block.innerHTML === 'string' ? block.innerHTML.slice(0, MAX_HEAD) : ''
  const own = isRecord(block.attrs) ? text.parse(block.attrs.className) : undefined
  const classes = (own ?? OWN_CLASSES.exec(markup)?.[1] ?? '').split(/\s+/)
  if (classes.includes(TRANSCRIPT)) return TRANSCRIPT
  return classes.includes(CHAPTERS) && block.blockName === 'core/list' ? CHAPTERS : undefined
}

function linesOfBlock(block: Record<string, unknown>, { parse }: NormaliseContext): string[] {
  const items = Array.isArray(block.innerBlocks) ? block.innerBlocks.filter(isRecord) : []
  const markup = items.length > 0 ? items.map(({ innerHTML }) => innerHTML) : [block.innerHTML]
  const nodes = parse(markup.filter((one) => typeof one === 'string').join(''))
  return nodes.filter(isElement).flatMap((node) => (node.tagName === 'li' ? [lineOf(node)] : linesOf(node)))
}

function linesOf(list: HtmlElement): string[] {
  return list.childNodes.filter(isElement).map(lineOf)
}

function lineOf(item: HtmlElement): string {
  return foldWhiteSpace(textOf(item.childNodes))
}

/** @returns undefined: a line has no time */
function chaptersOf(lines: readonly string[], { rules }: NormaliseContext): Chapter[] | undefined {
  if (lines.length === 0 || lines.length > MAX_CHAPTERS) return undefined
  const byStart = new Map<number, Chapter>()
  for (const line of lines) {
    const [, hours = '0', minutes = '', seconds = '', title] = LINE.exec(line) ?? []
    if (title === undefined) return undefined
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (byStart.has(start)) return undefined
    byStart.set(start, { start, title: bindLines(title, languageOfText(rules)) })
  }
  return [...byStart.values()].sort((one, other) => one.start - other.start)
}

/** The player has its own. */
function withoutFrame(block: Block): Block[] {
  const isFrame = block.type === 'details' || (block.type === 'group' && block.id === undefined)
  return isFrame ? block.blocks : [block]
}
