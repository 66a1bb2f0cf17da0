import { dirname, join, resolve } from 'node:path'
import { BUILT_INDEX } from '../sources/embedded/built-index.ts'
import type { NewsroomIndexFiles } from '../sources/embedded/newsroom-index.ts'

/**
 * That of the build, and one next to the persisted pages, where these are persisted (SRC-62).
 * @param root the project's folder
 * @param build folder of the build
 * @param pages file of the persisted pages
 */
export function newsroomIndexFiles(root: string, build: string, pages: string | undefined): NewsroomIndexFiles {
  return {
    built: join(build, BUILT_INDEX),
    ...(pages !== undefined && { own: join(dirname(resolve(root, pages)), BUILT_INDEX) }),
  }
}
