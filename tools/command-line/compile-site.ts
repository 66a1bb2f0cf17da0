import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../../src/system/record.ts'

export const MISSING_BUILD_TOOLS = 'MissingBuildTools'

/** Loads the server's build for it. @throws with what is wrong */
export async function compileSite(build: string, site: string): Promise<void> {
  const library: unknown = await import(pathToFileURL(join(build, 'compile-site.js')).href)
  if (!isRecord(library) || typeof library.compileSite !== 'function') throw new Error('the build is not whole')
  await library.compileSite(build, site)
}
