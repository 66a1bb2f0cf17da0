import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Two halves of 4 MB, one of which is in use. Bytes. */
const SIZE = 8 * 1024 * 1024
/**
 * While it grows it is looked at often, since under load it doubles in a tenth of a second; then for V8 to have made it
 * smaller. Milliseconds.
 */
const CHECK_INTERVALS = { growing: 20, held: 1000 }

/**
 * V8's space for new objects stays as it is. By itself V8 doubles it again and again while a program is loaded, and does
 * not give it back (docs/decisions/020).
 */
export function fixYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** It grows under load to what a server needs; and again when V8 has made it smaller in a quiet hour. */
export function growYoungGeneration(): void {
  const isLarge = size() >= SIZE
  if (isLarge) fixYoungGeneration()
  else setFlagsFromString('--semi-space-growth-factor=2')
  setTimeout(growYoungGeneration, CHECK_INTERVALS[isLarge ? 'held' : 'growing']).unref()
}

function size(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
