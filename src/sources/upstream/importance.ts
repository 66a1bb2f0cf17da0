import type { Rank } from '../source.ts'

const IMPORTANCE: Record<Rank, number> = { primary: 3, search: 3, secondary: 2, nextSearch: 2, lists: 1 }

/** Whether a call of `rank` serves a caller of `requested`: it waits no longer and is not dropped earlier (RES-15). */
export function servesAs(rank: Rank, requested: Rank): boolean {
  return IMPORTANCE[rank] >= IMPORTANCE[requested]
}
