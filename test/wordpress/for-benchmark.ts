import { fullContent } from './content.ts'
import { unpackedWordPress } from './machine.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

/**
 * The WordPress of the tests, with the same content, for `bench/wordpress.mjs`.
 * @throws {Error} where it is unavailable
 */
export async function startForBenchmark(): Promise<WordPress> {
  const unpacked = await unpackedWordPress()
  if ('missing' in unpacked) throw new Error(`there is no WordPress to compare with: ${unpacked.missing}`)
  return startWordPress(unpacked.folder, await fullContent())
}
