import { type Clock, elapsed } from '../../system/clock.ts'

export interface PrefetchBalance {
  sent(service: string, url: string): void
  /** Whether one more page that was sent in advance may be shown; it is deducted. */
  mayBeShown(service: string, url: string): boolean
}

/** Chromium keeps a prefetched page for five minutes. Milliseconds. */
const KEPT_MS = 5 * 60_000
/** No page beyond these may be shown within one period. */
const MAX_PAGES = 10_000
/**
 * Another worker or a cache in front may have sent this many of one page. More may be a script that claims to show it.
 */
const UNEXPLAINED = 100

interface Balance {
  sent: number
  unexplained: number
}

/** What was sent in this period or in the last one may still be shown. Counts in the memory of one process. */
export function createPrefetchBalance(now: Clock = elapsed): PrefetchBalance {
  let current = new Map<string, Balance>()
  let last = new Map<string, Balance>()
  let until = now() + KEPT_MS

  const turn = (): void => {
    const at = now()
    if (at < until) return
    last = at < until + KEPT_MS ? current : new Map()
    current = new Map()
    until = at + KEPT_MS
  }
  const balanceOf = (key: string): Balance | undefined => {
    const known = current.get(key)
    if (known) return known
    if (current.size >= MAX_PAGES) return undefined
    const balance = { sent: 0, unexplained: 0 }
    current.set(key, balance)
    return balance
  }

  return {
    sent(service, url) {
      turn()
      const balance = balanceOf(keyOf(service, url))
      if (balance) balance.sent += 1
    },
    mayBeShown(service, url) {
      turn()
      const key = keyOf(service, url)
      const before = last.get(key)
      if (before && before.sent > 0) {
        before.sent -= 1
        return true
      }
      const balance = balanceOf(key)
      if (!balance) return false
      if (balance.sent > 0) balance.sent -= 1
      else if (balance.unexplained < UNEXPLAINED) balance.unexplained += 1
      else return false
      return true
    },
  }
}

/** No name of a service has a space. */
function keyOf(service: string, url: string): string {
  return `${service} ${url}`
}
