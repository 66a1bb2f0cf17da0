import { getHeapSpaceStatistics } from 'node:v8'
import { setV8Flag } from '../system/v8-flags.ts'

/** Two halves of 4 MB, one of which is in use. Bytes. */
const SIZE = 8 * 1024 * 1024
/** Short while the space grows, as it doubles in a tenth of a second; long afterwards. Milliseconds. */
const CHECK_INTERVALS = { growing: 20, held: 1000 }

/** V8 would double its space for new objects while a program loads, and not give it back (docs/decisions/020). */
export function fixYoungGeneration(): void {
  setV8Flag('semiSpaceGrowthFactor', 1)
}

/** Lets the space grow again after V8 has shrunk it in a quiet hour. */
export function growYoungGeneration(): void {
  const isLarge = size() >= SIZE
  if (isLarge) fixYoungGeneration()
  else setV8Flag('semiSpaceGrowthFactor', 2)
  setTimeout(growYoungGeneration, CHECK_INTERVALS[isLarge ? 'held' : 'growing']).unref()
}

/** Milliseconds. */
const AFTER_START = 1000
/** Milliseconds. */
const START_LIMIT = 5000

export interface HeldOptimisation {
  started(): void
  /** A reader waits for a page: functions run often from now on. */
  release(): void
}

/** Optimising functions that run a few times only takes a fifth of a start and 10 MB (docs/decisions/123). */
export function holdOptimisation(
  optimise: (isAllowed: boolean) => void = (isAllowed) => setV8Flag('optimises', isAllowed),
): HeldOptimisation {
  let isHeld = true
  const release = (): void => {
    if (!isHeld) return
    isHeld = false
    optimise(true)
  }
  optimise(false)
  setTimeout(release, START_LIMIT).unref()
  return { started: () => void setTimeout(release, AFTER_START).unref(), release }
}

function size(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
