import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Two halves of 4 MB, one of which is in use. Bytes. */
const SIZE = 8 * 1024 * 1024
/**
 * Short while the space grows, as it doubles in a tenth of a second; long afterwards, to notice when V8 has shrunk it.
 * Milliseconds.
 */
const CHECK_INTERVALS = { growing: 20, held: 1000 }

/**
 * V8 would double its space for new objects repeatedly while a program loads, and not give the memory back
 * (docs/decisions/020).
 */
export function fixYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Lets the space grow under load to the size that a server needs, and again after V8 has shrunk it in a quiet hour. */
export function growYoungGeneration(): void {
  const isLarge = size() >= SIZE
  if (isLarge) fixYoungGeneration()
  else setFlagsFromString('--semi-space-growth-factor=2')
  setTimeout(growYoungGeneration, CHECK_INTERVALS[isLarge ? 'held' : 'growing']).unref()
}

/** What a start has begun ends meanwhile. Milliseconds. */
const AFTER_START = 1000
/** Longest wait, also for the first content. Milliseconds. */
const START_LIMIT = 5000

export interface HeldOptimisation {
  /** The first content is there. Where that takes long, nobody has to say so. */
  started(): void
  /** A reader waits for a page: from now on functions run often. */
  release(): void
}

/**
 * While the program loads, each function runs a few times only: optimising them takes a fifth of a start and 10 MB
 * (docs/decisions/123).
 */
export function holdOptimisation(setFlag: (flag: string) => void = setFlagsFromString): HeldOptimisation {
  let isHeld = true
  const release = (): void => {
    if (!isHeld) return
    isHeld = false
    setFlag('--opt')
  }
  setFlag('--no-opt')
  setTimeout(release, START_LIMIT).unref()
  return { started: () => void setTimeout(release, AFTER_START).unref(), release }
}

function size(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
