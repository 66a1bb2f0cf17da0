import type { Steps } from '../../system/steps.ts'
import { MAX_CHARACTERS, MAX_TAGS } from '../limits.ts'
import { foldWhiteSpace } from '../text.ts'
import { beginningOf } from './size.ts'
import { parseHtmlInSteps, textOf } from './tree.ts'

/** Fifty pages (COST-39), which are indexed without a pause. */
const MAX_INDEXED = 100_000
const MARKUP_LIMIT = { tags: MAX_TAGS, characters: MAX_CHARACTERS }

export function* searchableText(html: string): Steps<string> {
  const nodes = yield* parseHtmlInSteps(beginningOf(html, MARKUP_LIMIT))
  return withinSearch(textOf(nodes))
}

export function withinSearch(text: string): string {
  return foldWhiteSpace(text.slice(0, MAX_INDEXED))
}
