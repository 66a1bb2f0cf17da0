import { rm } from 'node:fs/promises'

/** Removes what `compile.mjs` wrote. */
export default () => rm(process.env.COMPILED_TESTS, { recursive: true, force: true })
