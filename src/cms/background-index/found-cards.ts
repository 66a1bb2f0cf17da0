import type { Card } from '../../content/card.ts'
import { cmsPath } from '../../content/links.ts'
import { cardsOf, postCardOf } from '../../content/post-card.ts'

/** The articles of an index: what results show of them, and what tells a changed one. */
export interface FoundCards {
  readonly size: number
  /** @param listed the same article as lists have it */
  put(card: Card, listed: Card): void
  remove(path: string): void
  has(path: string): boolean
  /** Whether it is there as this card says. */
  isSame(card: Card): boolean
  /** The path of an article by the id in its surrogate key. */
  pathOfPost(id: string): string | undefined
  /** Those that are there, in the order of `paths`. */
  cards(paths: readonly string[]): Card[]
  paths(): string[]
}

interface Entry {
  id: string
  stamp: string
  /** JSON outside the heap: tens of thousands of cards are nothing for the garbage collector to walk through. */
  json: Buffer
}

/** Paths are in CMS form. */
export function createFoundCards(): FoundCards {
  const entries = new Map<string, Entry>()
  const byPost = new Map<string, string>()
  const remove = (path: string): void => {
    const entry = entries.get(path)
    if (entry && byPost.get(entry.id) === path) byPost.delete(entry.id)
    entries.delete(path)
  }
  return {
    get size() {
      return entries.size
    },
    put(card, listed) {
      const path = cmsPath(card.link.href)
      remove(path)
      // No origin: results are written with that of the service.
      entries.set(path, {
        id: card.id,
        stamp: stampOf(listed),
        json: Buffer.from(JSON.stringify(postCardOf(card, ''))),
      })
      byPost.set(card.id, path)
    },
    remove,
    has: (path) => entries.has(path),
    isSame: (card) => entries.get(cmsPath(card.link.href))?.stamp === stampOf(card),
    pathOfPost: (id) => byPost.get(id),
    cards: (paths) =>
      paths.flatMap((path) => {
        const entry = entries.get(path)
        return entry ? cardsOf({ posts: [JSON.parse(entry.json.toString())] }) : []
      }),
    paths: () => [...entries.keys()],
  }
}

/** The same in every list of a source, whichever fields the list has otherwise. */
function stampOf({ title, published, modified }: Card): string {
  return `${(modified ?? published)?.time.iso ?? ''} ${title}`
}
