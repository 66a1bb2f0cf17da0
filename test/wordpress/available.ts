import { unpackedWordPress } from './machine.ts'

const unpacked = await unpackedWordPress()

/** Folder of the unpacked WordPress; undefined, and said loudly, where there can be none. */
export const WORDPRESS = 'folder' in unpacked ? unpacked.folder : undefined
// Written as it is: of a suite whose tests are all skipped, Jest shows no console.
if ('missing' in unpacked) {
  process.stderr.write(`SKIPPED: the tests against a real WordPress cannot run: ${unpacked.missing}\n`)
}

/** `describe` where there is a WordPress. */
export const describeWithWordPress = WORDPRESS === undefined ? describe.skip : describe
