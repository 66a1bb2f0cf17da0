import { wordsOfMarkup } from '../../content/html/tree.ts'
import { isKnownBlock } from '../../content/normalise/normalisers.ts'
import type { OwnBlocks } from '../../content/own-block.ts'
import type { Steps } from '../../system/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'

export type Publicity =
  /** The rendering has all words and files of the blocks in order. */
  | 'same'
  /** The rendering has other words, as of a run shortcode. */
  | 'different'
  /** The rendering lacks whole paragraphs: visitors get a part. */
  | 'restricted'

/** A theme may leave out a caption or a notice of fewer words. */
const WORDS_OF_A_PARAGRAPH = 8
/** A paragraph counts as shown with so many consecutive words in the rendering. */
const RUN = 3
/** With a smaller share of its runs in the rendering a block is missing, not changed. */
const SHARE_OF_A_CHANGED_BLOCK = 0.5
const SHORTCODES = /\[\/?[a-z][\w-]*(?:[ \t][^\][<>]*)?\]/gi
/** The rendering has players and cards in their place. */
const URLS = /\bhttps?:\/\/[^\s<>"']+/gi
const WORDS = /[\p{L}\p{N}]+/gu
/** "1920x1080" is rendered as "1920×1080". */
const SIZE_IN_PIXELS = /^\d+x\d+$/
const LINKED = /\b(?:src|href|poster|data)=["']([^"'<>]*)/gi
const SOURCES = /\bsrcset=["']([^"'<>]*)/gi
/** WordPress adds them to names of files. */
const SIZE = /(?:-\d+x\d+)?\.[a-z\d]{2,5}$/i
/** Of notices in place of a text for members. */
const NOTICES =
  /\bclass=["'][^"'<>]*\b(?:mepr-unauthorized-message|pmpro_content_message|rcp_restricted|rcp-restricted-content-message|wc-memberships-restriction-message|leaky_paywall_message|um-locked-content|jetpack-subscribe-paywall|wp-block-jetpack-paywall)\b/
/** Deeper nesting is not compared: the rendering is shown. */
const MAX_DEPTH = 100

export function hasMembersNotice(rendered: string): boolean {
  return NOTICES.test(rendered)
}

/**
 * Plugins for members remove text from the rendering only (SRC-24).
 * @param rendered HTML without credentials
 */
export function* publicityOf(
  blocks: readonly ParsedBlock[],
  rendered: string,
  ownBlocks?: OwnBlocks,
): Steps<Publicity> {
  const words = yield* wordsOf(rendered)
  const shown = ` ${words.join(' ')} `
  const files = yield* filesIn(rendered)
  let [from, isSame] = [0, true]
  let runs: ReadonlySet<string> | undefined
  for (const { markup, isHidden } of pieces(blocks, ownBlocks)) {
    yield
    const own = yield* wordsOf(markup)
    // Without words nothing proves that visitors get it.
    if (isHidden && (own.length === 0 || markup === '')) {
      isSame = false
      continue
    }
    if (isSame) {
      const at = own.length === 0 ? from : shown.indexOf(` ${own.join(' ')} `, from)
      if (at !== -1 && (yield* isShown(markup, files, rendered))) {
        from = own.length === 0 ? from : at + own.join(' ').length + 1
        continue
      }
      isSame = false
    }
    // A shortcode's settings are never in the rendering.
    const text = markup.includes('[') ? yield* wordsOf(markup.replace(SHORTCODES, ' ')) : own
    if (text.length < WORDS_OF_A_PARAGRAPH) continue
    runs ??= yield* runsOf(words)
    if (shareOf(yield* runsOf(text), runs) < SHARE_OF_A_CHANGED_BLOCK) return 'restricted'
  }
  return isSame ? 'same' : 'different'
}

interface Piece {
  markup: string
  isHidden: boolean
}

function* pieces(
  blocks: readonly ParsedBlock[],
  ownBlocks: OwnBlocks | undefined,
  depth = 0,
  isInUnknown = false,
): Generator<Piece, void> {
  for (const block of blocks) {
    const { blockName, attrs, innerBlocks, innerContent } = block
    const isUnknown = blockName !== null && !isKnownBlock({ blockName, attrs }, ownBlocks)
    // Between inner blocks are only line breaks.
    const isLeaf = innerBlocks.length === 0
    if (depth >= MAX_DEPTH || (isInUnknown && isLeaf && block.innerHTML.trim() === '')) {
      yield { markup: '', isHidden: true }
    } else {
      let next = 0
      for (const piece of innerContent) {
        if (piece !== null) yield { markup: piece, isHidden: isInUnknown && isLeaf && piece.trim() !== '' }
        else {
          const inner = innerBlocks[next++]
          if (inner) yield* pieces([inner], ownBlocks, depth + 1, isInUnknown || isUnknown)
        }
      }
    }
  }
}

/** Characters searched without a pause, and a tag's reach beyond them. */
const [CHARACTERS_AT_ONCE, LONG_TAG] = [50_000, 10_000]
/** Words or matches processed without a pause. */
const AT_ONCE = 2000

/** Ends parts between tags, else between words. */
function* partsOf(markup: string): Generator<string, void> {
  for (let from = 0; from < markup.length; ) {
    let end = from + CHARACTERS_AT_ONCE
    if (end < markup.length) {
      const tag = markup.indexOf('<', end)
      const space = markup.indexOf(' ', end)
      end = tag !== -1 && tag < end + LONG_TAG ? tag : space === -1 ? markup.length : space
    }
    yield markup.slice(from, end)
    from = end
  }
}

/** Letters and digits, as WordPress makes signs typographic. */
function* wordsOf(markup: string): Steps<string[]> {
  const words: string[] = []
  for (const part of partsOf(markup)) {
    const text = wordsOfMarkup(part).replace(URLS, ' ').toLowerCase()
    for (const word of text.match(WORDS) ?? []) {
      if (word.includes('x') && SIZE_IN_PIXELS.test(word)) words.push(...word.split('x'))
      else words.push(word)
    }
    yield
  }
  return words
}

function* runsOf(words: readonly string[]): Steps<Set<string>> {
  const runs = new Set<string>()
  for (let index = 0; index + RUN <= words.length; index++) {
    runs.add(words.slice(index, index + RUN).join(' '))
    if (index % AT_ONCE === 0) yield
  }
  return runs
}

function shareOf(runs: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let shown = 0
  for (const run of runs) if (among.has(run)) shown += 1
  return runs.size === 0 ? 1 : shown / runs.size
}

/** Whether the rendering has the markup's files, and what its URLs name: an embed is a player there. */
function* isShown(markup: string, files: ReadonlySet<string>, rendered: string): Steps<boolean> {
  // Most pieces have neither, and end here at once.
  if (!/[=:]/.test(markup)) return true
  for (const file of yield* filesIn(markup)) if (!files.has(file)) return false
  if (!markup.includes('://')) return true
  for (const part of partsOf(markup)) {
    for (const [url] of wordsOfMarkup(part).matchAll(URLS)) {
      const key = keyOf(url)
      if (key !== undefined && !rendered.includes(key)) return false
    }
    yield
  }
  return true
}

/** Without size and extension, which the rendering may change. */
function* filesIn(markup: string): Steps<Set<string>> {
  const names = new Set<string>()
  for (const part of partsOf(markup)) {
    for (const [, url = ''] of part.matchAll(LINKED)) names.add(nameOf(url))
    for (const [, list = ''] of part.matchAll(SOURCES)) for (const one of list.split(',')) names.add(nameOf(one.trim()))
    yield
  }
  names.delete('')
  return names
}

function nameOf(url: string): string {
  const path = url.split(/[?#\s]/, 1)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1).replace(SIZE, '')
}

/** Identifies a page elsewhere: the id of a video, else the path's last part. */
function keyOf(url: string): string | undefined {
  const parsed = URL.parse(url.replaceAll('&amp;', '&'))
  return parsed?.searchParams.get('v') ?? parsed?.pathname.split('/').findLast((part) => part !== '')
}
