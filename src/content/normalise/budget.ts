import { beginningOf, sizeOfMarkup } from '../html/size.ts'
import { MAX_CHARACTERS, MAX_COLOURED, MAX_TAGS } from '../limits.ts'

export interface Budget {
  /** @returns false: it is spent */
  takeBlock(tags: number): boolean
  markup(html: string): string
  allowed(html: string): string
  items<T>(items: readonly T[], tagsEach: number): readonly T[]
  colours(code: string): boolean
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
