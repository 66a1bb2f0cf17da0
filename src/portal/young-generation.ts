import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Two halves of 4 MB, one of which is in use. Bytes. */
const SIZE = 8 * 1024 * 1024
/**
 * Short while the space grows, as under load it doubles in a tenth of a second; long afterwards, to notice when V8 has
 * shrunk it. Milliseconds.
 */
const CHECK_INTERVALS = { growing: 20, held: 1000 }

/**
 * Fixes the size of V8's space for new objects. V8 would double it repeatedly while a program loads, and not give the
 * memory back (docs/decisions/020).
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

function size(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
