import * as z from 'zod'

/** The tests' own browser and what they measure in it, for benchmarks. */
export { SLOW_4G, startChromium } from '../test/support/devtools.ts'
export { LARGEST_PAINT, paintAfterTap, REMEMBER_TAP } from '../test/support/paint-after-tap.ts'

/** For expressions whose value is of no use. */
export const anything = z.unknown()
