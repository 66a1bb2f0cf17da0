import { unpackedWordPress } from './machine.ts'

const unpacked = await unpackedWordPress()

/** Folder of the unpacked WordPress; undefined, with a loud message, where it is unavailable. */
export const WORDPRESS = 'folder' in unpacked ? unpacked.folder : undefined
// Written directly: Jest shows no console output of a suite whose tests are all skipped.
if ('missing' in unpacked) {
  process.stderr.write(`SKIPPED: the tests against a real WordPress cannot run: ${unpacked.missing}\n`)
}

/** `describe`, skipped without a WordPress. */
export const describeWithWordPress = WORDPRESS === undefined ? describe.skip : describe
