import { beginningOf, sizeOfMarkup } from '../html/size.ts'
import { MAX_CHARACTERS, MAX_COLOURED, MAX_TAGS } from '../limits.ts'

/** The remaining budget of one body (COST-3). */
export interface Budget {
  /** Takes the cost of a block beyond its markup. @returns false when the budget is spent */
  takeBlock(tags: number): boolean
  /** Takes a piece of markup; cuts one that is too large. */
  markup(html: string): string
  /** What `markup` would return now; takes nothing. */
  allowed(html: string): string
  /** Takes items at a cost in tags each; cuts a list that is too long. */
  items<T>(items: readonly T[], tagsEach: number): readonly T[]
  /** Takes code, if it may still be highlighted. */
  colours(code: string): boolean
  /** Whether something was cut or dropped. */
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
