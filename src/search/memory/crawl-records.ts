import { elapsed } from '../../system/clock.ts'
import type { CrawlRecords, CrawlState, Due } from '../crawl-records.ts'
import type { FoundRecord } from '../search-index.ts'

interface Entry {
  post: string
  stamp: string
  /** Outside the heap, where the garbage collector would walk through tens of thousands of cards. */
  card: Buffer
  round: number
}

export interface MemoryRecords extends CrawlRecords {
  put(id: string, record: FoundRecord): void
  remove(id: string): void
}

export function createMemoryRecords(): MemoryRecords {
  const entries = new Map<string, Entry>()
  const byPost = new Map<string, string>()
  const begunAt: Record<Due, number | undefined> = { all: undefined, newest: undefined }
  const changes = new Map<string, number>()
  let notes = 0
  let state: CrawlState = { round: 0, page: 0, withTexts: true, isComplete: false, isFailing: false }

  const ageOf = (due: Due): number => elapsed() - (begunAt[due] ?? Number.NEGATIVE_INFINITY)
  const remove = (id: string): void => {
    const entry = entries.get(id)
    if (entry && byPost.get(entry.post) === id) byPost.delete(entry.post)
    entries.delete(id)
  }
  return {
    put(id, { post, stamp, card }) {
      remove(id)
      entries.set(id, { post, stamp, card: Buffer.from(card), round: state.round })
      byPost.set(post, id)
    },
    remove,
    lease: async () => true,
    state: async () => ({ ...state, ages: { all: ageOf('all'), newest: ageOf('newest') } }),
    async save(change, begun = []) {
      state = { ...state, ...change }
      for (const due of begun) begunAt[due] = elapsed()
    },
    async demand(due) {
      for (const one of due) begunAt[one] = undefined
    },
    async note(paths) {
      notes += 1
      for (const path of paths) changes.set(path, notes)
    },
    noted: async (most) => ({ paths: [...changes.keys()].slice(0, most), token: String(notes) }),
    async forget(paths, token) {
      for (const path of paths) if ((changes.get(path) ?? 0) <= Number(token)) changes.delete(path)
    },
    count: async () => entries.size,
    cards: async (ids) => ids.flatMap((id) => entries.get(id)?.card.toString() ?? []),
    stamps: async (ids) =>
      ids.flatMap((id) => {
        const entry = entries.get(id)
        return entry ? { id, stamp: entry.stamp } : []
      }),
    idsOfPosts: async (posts) => posts.flatMap((post) => byPost.get(post) ?? []),
    async see(ids, round) {
      for (const id of ids) {
        const entry = entries.get(id)
        if (entry) entry.round = round
      }
    },
    unseen: async (round, after, most) =>
      [...entries]
        .flatMap(([id, entry]) => (id > after && entry.round !== round ? id : []))
        .sort((one, other) => (one < other ? -1 : 1))
        .slice(0, most),
  }
}
