import { dirname } from 'node:path'
import { compiledExtension, ownCompiledFolder } from '../../src/site/extension/compiled.ts'
import { lender } from '../../src/site/extension/load.ts'
import { buildTools } from './build-tools.ts'
import { extensionIn } from './extension-files.ts'
import { writeExtension } from './write.ts'

export type Outcome = 'none' | 'current' | 'compiled'

/** @throws with what is wrong */
export async function compileSite(build: string, site: string): Promise<Outcome> {
  const extension = extensionIn(site)
  if (!extension) return 'none'
  if (compiledExtension(build, site, extension.id)) return 'current'
  const { checkTypes, compile } = await buildTools()
  checkTypes(extension, dirname(build))
  await writeExtension(ownCompiledFolder(site), await compile(extension, await lender(build)))
  return 'compiled'
}
