import type { Rank } from './source.ts'

const IMPORTANCE: Record<Rank, number> = { primary: 3, search: 3, secondary: 2, nextSearch: 2, lists: 1 }

/** Whether what is asked as `rank` is as good as if it were asked as `wanted`: it waits no longer, and is not left out (RES-15). */
export function servesAs(rank: Rank, wanted: Rank): boolean {
  return IMPORTANCE[rank] >= IMPORTANCE[wanted]
}
