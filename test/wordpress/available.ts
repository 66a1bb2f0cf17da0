import { unpackedWordPress } from './machine.ts'

const unpacked = await unpackedWordPress()

/** Folder of the unpacked WordPress; undefined, with a loud message, where it is unavailable. */
export const WORDPRESS = 'folder' in unpacked ? unpacked.folder : undefined
if ('missing' in unpacked) saySkipped(unpacked.missing)

/** `describe`, skipped without a WordPress. */
export const describeWithWordPress = WORDPRESS === undefined ? describe.skip : describe

/** Written directly: Jest shows no console output of a suite whose tests are all skipped. */
export function saySkipped(why: string): void {
  process.stderr.write(`SKIPPED: the tests against a real WordPress cannot run: ${why}\n`)
}
