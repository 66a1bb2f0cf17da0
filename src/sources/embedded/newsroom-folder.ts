import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** For a site folder without a newsroom. */
const DEFAULT = 'newsroom'

interface NewsroomPlaces {
  newsroom?: string
  siteDir?: string
  /** A link to the newsroom fetched from Git. */
  gitNewsroom?: { shown: string }
}

/** From Git, else `ownNewsroomFolder`. @param root the project's folder */
export function newsroomFolder(root: string, places: NewsroomPlaces): string {
  const shown = places.gitNewsroom && resolve(root, places.gitNewsroom.shown)
  return shown !== undefined && existsSync(shown) ? shown : ownNewsroomFolder(root, places)
}

/** The operator's choice, else the site folder's own. */
export function ownNewsroomFolder(root: string, { newsroom, siteDir }: NewsroomPlaces): string {
  if (newsroom !== undefined) return resolve(root, newsroom)
  const own = siteDir === undefined ? undefined : resolve(root, siteDir, 'newsroom')
  return own !== undefined && existsSync(own) ? own : resolve(root, DEFAULT)
}
