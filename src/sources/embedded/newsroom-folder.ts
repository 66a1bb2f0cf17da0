import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The newsroom of a site folder without one of its own. */
const DEFAULT = 'newsroom'

/** The newsroom's folder: the one that the operator names, else the site folder's own. @param root the project's folder */
export function newsroomFolder(root: string, { newsroom, siteDir }: { newsroom?: string; siteDir?: string }): string {
  if (newsroom !== undefined) return resolve(root, newsroom)
  const own = siteDir === undefined ? undefined : resolve(root, siteDir, 'newsroom')
  return own !== undefined && existsSync(own) ? own : resolve(root, DEFAULT)
}
