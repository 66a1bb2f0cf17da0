import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Env } from './env.ts'

/** The newsroom of a site folder without one of its own. */
const DEFAULT = 'newsroom'

/** The newsroom's folder: the one that the operator names, else the site folder's own. @param root the project's folder */
export function newsroomFolder(root: string, { newsroom, siteDir }: Pick<Env, 'newsroom' | 'siteDir'>): string {
  if (newsroom !== undefined) return resolve(root, newsroom)
  const own = siteDir === undefined ? undefined : resolve(root, siteDir, 'newsroom')
  return own !== undefined && existsSync(own) ? own : resolve(root, DEFAULT)
}
