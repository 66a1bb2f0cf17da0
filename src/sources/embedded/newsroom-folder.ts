import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The newsroom of a site folder without one of its own. */
const DEFAULT = 'newsroom'

interface NewsroomPlaces {
  newsroom?: string
  siteDir?: string
  /** A newsroom in Git: a link to the one that was fetched. */
  gitNewsroom?: { shown: string }
}

/** The newsroom's folder: what was fetched from Git, else `ownNewsroomFolder`. @param root the project's folder */
export function newsroomFolder(root: string, places: NewsroomPlaces): string {
  const shown = places.gitNewsroom && resolve(root, places.gitNewsroom.shown)
  return shown !== undefined && existsSync(shown) ? shown : ownNewsroomFolder(root, places)
}

/** The folder that the operator names, else the site folder's own. */
export function ownNewsroomFolder(root: string, { newsroom, siteDir }: NewsroomPlaces): string {
  if (newsroom !== undefined) return resolve(root, newsroom)
  const own = siteDir === undefined ? undefined : resolve(root, siteDir, 'newsroom')
  return own !== undefined && existsSync(own) ? own : resolve(root, DEFAULT)
}
