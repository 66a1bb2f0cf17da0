import { systemCode } from '../../src/system/record.ts'

const PACKAGES = ['esbuild', 'typescript', '@types/react']

export class MissingBuildTools extends Error {
  override name = 'MissingBuildTools'
}

type BuildTools = typeof import('./compile.ts') & typeof import('./check-types.ts')

/**
 * The compilers are the project's own: most portals have no extension.
 * @throws {MissingBuildTools}
 */
export async function buildTools(): Promise<BuildTools> {
  try {
    const [compile, checkTypes] = [await import('./compile.ts'), await import('./check-types.ts')]
    return { ...compile, ...checkTypes }
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    const command = `npm install --save-dev ${PACKAGES.join(' ')}`
    throw new MissingBuildTools(`an extension is compiled by packages of your project: ${command}`)
  }
}

function isMissingPackage(error: unknown): boolean {
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(systemCode(error) ?? '')
}
