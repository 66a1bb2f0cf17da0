import { dirname, join, resolve } from 'node:path'
import { BUILT_FRONT_MATTER } from '../cms/embedded/built-front-matter.ts'
import type { FrontMatterFiles } from '../cms/embedded/front-matter-index.ts'

/**
 * That of the build, and one next to the persisted pages, where these are persisted (SRC-62).
 * @param root the project's folder
 * @param build folder of the build
 * @param pages file of the persisted pages
 */
export function frontMatterFiles(root: string, build: string, pages: string | undefined): FrontMatterFiles {
  return {
    built: join(build, BUILT_FRONT_MATTER),
    ...(pages !== undefined && { own: join(dirname(resolve(root, pages)), BUILT_FRONT_MATTER) }),
  }
}
