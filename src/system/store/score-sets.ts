import { type Clock, elapsed } from '../clock.ts'
import { type Addition, MAX_MEMBERS, type ScoredMember } from './store.ts'

interface ScoreSet {
  scores: Map<string, number>
  until: number
}

export interface ScoreSets {
  add(additions: Iterable<Addition>): void
  highest(sets: readonly string[], count: number): ScoredMember[][]
  /** Removes and returns up to `max` scores, the oldest sets first. */
  take(max: number): Addition[]
  all(): Addition[]
}

/** Sites have far fewer sets; any more are refused. */
const MAX_SETS = 2000

export function createScoreSets(now: Clock = elapsed): ScoreSets {
  const known = new Map<string, ScoreSet>()

  const dropExpired = (): void => {
    const at = now()
    for (const [name, { until }] of known) if (until <= at) known.delete(name)
  }
  const setFor = (name: string): ScoreSet | undefined => {
    const before = known.get(name)
    if (before) return before
    dropExpired()
    if (known.size >= MAX_SETS) return undefined
    const set = { scores: new Map<string, number>(), until: 0 }
    known.set(name, set)
    return set
  }
  const additionsOf = (name: string, { scores, until }: ScoreSet): Addition[] =>
    [...scores].map(([member, by]) => ({ set: name, member, by, lifetime: until - now() }))

  return {
    add(additions) {
      for (const { set: name, member, by, lifetime } of additions) {
        const set = setFor(name)
        if (!set) continue
        set.scores.set(member, (set.scores.get(member) ?? 0) + by)
        set.until = now() + lifetime
        // Trimming at twice the bound keeps sorting rare.
        if (set.scores.size > 2 * MAX_MEMBERS) set.scores = new Map(sorted(set.scores).slice(0, MAX_MEMBERS))
      }
    },
    highest(names, count) {
      const at = now()
      return names.map((name) => {
        const set = known.get(name)
        return set && set.until > at ? sorted(set.scores).slice(0, count) : []
      })
    },
    take(max) {
      dropExpired()
      const taken: Addition[] = []
      for (const [name, set] of known) {
        const left = max - taken.length
        if (left <= 0) break
        const some = additionsOf(name, set).slice(0, left)
        taken.push(...some)
        for (const { member } of some) set.scores.delete(member)
        if (set.scores.size === 0) known.delete(name)
      }
      return taken
    },
    all() {
      dropExpired()
      return [...known].flatMap(([name, set]) => additionsOf(name, set))
    },
  }
}

/** Highest first; of equals, as Redis orders them, the later name. */
function sorted(scores: ReadonlyMap<string, number>): ScoredMember[] {
  return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? 1 : -1))
}
