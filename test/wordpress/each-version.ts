import { saySkipped } from './available.ts'
import { unpackedWordPress, VERSIONS, type Version } from './machine.ts'

/** A version of WordPress that this machine has. */
export interface Available {
  version: Version
  /** Of the unpacked WordPress. */
  folder: string
}

const all = await Promise.all(
  VERSIONS.map(async (version) => ({ version, unpacked: await unpackedWordPress(version) })),
)

/**
 * `describe` for each version in the tests. One that is unavailable is skipped with a loud message, the others run.
 * @param name of the suite; the version follows it
 */
export function describeEachWordPress(name: string, tests: (available: Available) => void): void {
  for (const { version, unpacked } of all) {
    const title = `${name} (WordPress ${version})`
    if ('folder' in unpacked) describe(title, () => tests({ version, folder: unpacked.folder }))
    else {
      saySkipped(unpacked.missing)
      describe.skip(title, () => {
        test('is skipped', () => {})
      })
    }
  }
}
