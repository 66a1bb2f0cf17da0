import { wordsOfMarkup } from '../../content/html/tree.ts'
import { isKnownBlock } from '../../content/normalise/blocks.ts'
import type { OwnBlocks } from '../../content/own-block.ts'
import type { Steps } from '../../content/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'

/** How the blocks of a post, as its editors have them, compare with WordPress' public rendering. */
export type Publicity =
  /** All words and files of the blocks are in the rendering, in the same order. */
  | 'same'
  /** The rendering has other words, as where WordPress has run a shortcode. */
  | 'different'
  /** Whole paragraphs are missing from the rendering: visitors get a part of the text. */
  | 'restricted'

/** Fewer missing words are a caption or a notice that a theme leaves out, no text for members. */
const WORDS_OF_A_PARAGRAPH = 8
/** Words that must follow one another in the rendering, so that a paragraph counts as shown. */
const RUN = 3
/** URLs become players and cards in the rendering. */
const URLS = /\bhttps?:\/\/[^\s<>"']+/gi
/** Files that a piece of markup shows or links to, with the size that WordPress adds to their names. */
const FILES = /\b(?:src|href|poster|data)=["'](?:[^"'<>]*\/)?([^"'<>/?#]+)/gi
const SIZE = /(?:-\d+x\d+)?\.[a-z\d]{2,5}$/i
/** Classes of the notices by which plugins replace a text for members. */
const NOTICES =
  /\bclass=["'][^"'<>]*\b(?:mepr-unauthorized-message|pmpro_content_message|rcp_restricted|rcp-restricted-content-message|wc-memberships-restriction-message|leaky_paywall_message|um-locked-content|jetpack-subscribe-paywall|wp-block-jetpack-paywall)\b/
/** Blocks deeper than this are not compared: then the rendering is shown. */
const MAX_DEPTH = 100

/** Whether a membership plugin has put its notice into a rendering. */
export function hasMembersNotice(rendered: string): boolean {
  return NOTICES.test(rendered)
}

/**
 * Compares the blocks of a post with what visitors get (SRC-25). Plugins for members remove text from the rendering
 * only, so blocks that differ from it must not be shown.
 * @param rendered HTML without credentials
 */
export function* publicityOf(
  blocks: readonly ParsedBlock[],
  rendered: string,
  ownBlocks?: OwnBlocks,
): Steps<Publicity> {
  const words = yield* wordsOf(rendered)
  const shown = ` ${words.join(' ')} `
  let [from, isSame] = [0, true]
  /** Runs of the rendering's words, once they are needed. */
  let runs: ReadonlySet<string> | undefined
  for (const piece of pieces(blocks, ownBlocks)) {
    yield
    if (piece === 'hidden') {
      isSame = false
      continue
    }
    const own = yield* wordsOf(piece)
    if (isSame) {
      // The space after the last word is the one before the next piece's first.
      const at = own.length === 0 ? from : shown.indexOf(` ${own.join(' ')} `, from)
      if (at !== -1 && filesIn(piece).every((file) => rendered.includes(file))) {
        from = own.length === 0 ? from : at + own.join(' ').length + 1
        continue
      }
      isSame = false
    }
    runs ??= new Set(runsOf(words))
    if (own.length >= WORDS_OF_A_PARAGRAPH && shareOf(runsOf(own), runs) < 0.5) return 'restricted'
  }
  return isSame ? 'same' : 'different'
}

/** The markup of all blocks in document order; `hidden` for a block whose text is nowhere but in its settings. */
function* pieces(
  blocks: readonly ParsedBlock[],
  ownBlocks: OwnBlocks | undefined,
  depth = 0,
  isInUnknown = false,
): Generator<string | 'hidden', void> {
  for (const block of blocks) {
    const { blockName, attrs, innerBlocks, innerContent } = block
    const isUnknown = blockName !== null && !isKnownBlock({ blockName, attrs }, ownBlocks)
    const hasInner = innerBlocks.length > 0
    // In a block of a plugin it may be for members, and nothing in the rendering would say so.
    if (depth >= MAX_DEPTH || (isInUnknown && !hasInner && block.innerHTML.trim() === '')) yield 'hidden'
    else {
      let next = 0
      for (const piece of innerContent) {
        if (piece !== null) yield piece
        else {
          const inner = innerBlocks[next++]
          if (inner) yield* pieces([inner], ownBlocks, depth + 1, isInUnknown || isUnknown)
        }
      }
    }
  }
}

/** Characters searched for words without a pause. */
const CHARACTERS_AT_ONCE = 50_000

/** Letters and digits only: WordPress replaces typed quotes, dashes and signs by typographic ones. */
function* wordsOf(markup: string): Steps<string[]> {
  const words: string[] = []
  const text = wordsOfMarkup(markup).replace(URLS, ' ').toLowerCase()
  let read = 0
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    // "1920x1080" is "1920×1080" in the rendering.
    words.push(...(/^\d+x\d+$/.test(word) ? word.split('x') : [word]))
    read += word.length
    if (read > CHARACTERS_AT_ONCE) {
      read = 0
      yield
    }
  }
  return words
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(0, 1 - RUN).map((_, index) => words.slice(index, index + RUN).join(' '))
}

function shareOf(runs: readonly string[], among: ReadonlySet<string>): number {
  return runs.filter((run) => among.has(run)).length / runs.length
}

/** Names of files, without the size and the extension, which differ between the editor's markup and the rendering. */
function filesIn(markup: string): string[] {
  return [...markup.matchAll(FILES)]
    .map(([, name = '']) => name.replace(SIZE, ''))
    .filter((name) => name !== '' && !name.startsWith('#'))
}
