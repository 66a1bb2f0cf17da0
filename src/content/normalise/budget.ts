import { beginningOf, sizeOfMarkup } from '../html/size.ts'
import { MAX_CHARACTERS, MAX_COLOURED, MAX_TAGS } from '../limits.ts'

/** What is left for one body (COST-3). */
export interface Budget {
  /** Takes what a block costs beyond its markup. @returns false: nothing more may be shown */
  takeBlock(tags: number): boolean
  /** Takes a piece of markup; of one that is too large, the beginning. */
  markup(html: string): string
  /** What `markup` would give now; takes nothing. */
  allowed(html: string): string
  /** Takes items that cost so many tags each; the first ones where there are too many. */
  items<T>(items: readonly T[], tagsEach: number): readonly T[]
  /** Takes code, if it may still be coloured. */
  colours(code: string): boolean
  /** Something was cut or left out. */
  isSpent(): boolean
}

export function createBudget(): Budget {
  let [tags, characters, coloured, isSpent] = [MAX_TAGS, MAX_CHARACTERS, MAX_COLOURED, false]
  return {
    takeBlock(cost) {
      tags -= cost
      if (tags < 0 || characters < 0) isSpent = true
      return !isSpent
    },
    markup(html) {
      const size = sizeOfMarkup(html)
      if (size.tags <= tags && size.characters <= characters) {
        tags -= size.tags
        characters -= size.characters
        return html
      }
      const beginning = isSpent ? '' : beginningOf(html, { tags, characters })
      isSpent = true
      return beginning
    },
    allowed(html) {
      const size = sizeOfMarkup(html)
      if (size.tags <= tags && size.characters <= characters) return html
      return isSpent ? '' : beginningOf(html, { tags, characters })
    },
    items(items, tagsEach) {
      const count = Math.min(items.length, Math.max(0, Math.floor(tags / tagsEach)))
      tags -= count * tagsEach
      if (count === items.length) return items
      isSpent = true
      return items.slice(0, count)
    },
    colours(code) {
      coloured -= code.length
      return coloured >= 0
    },
    isSpent: () => isSpent,
  }
}
