import { CMS_FOLDERS, cmsPath } from '../../content/links.ts'

/** The CMS form of the paths of WordPress' lists (PAGE-7; docs/decisions/002). */
export const TERM_FOLDERS = {
  category: `/${CMS_FOLDERS.category}/`,
  tag: `/${CMS_FOLDERS.tag}/`,
  author: `/${CMS_FOLDERS.author}/`,
} as const

/**
 * The path of a permalink in CMS form.
 * @returns undefined for one without a path of its own: `https://site/?p=12` (plain permalinks)
 */
export function pathOf(link: string): string | undefined {
  const url = URL.parse(link)
  const path = url ? cmsPath(url.pathname) : '/'
  return path === '/' ? undefined : path
}

/** The last segment of a path, by which WordPress finds posts and pages. */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Learns the form of post paths from the posts seen so far: a path of another form is first looked up as a page. Only
 * the order of lookups depends on it.
 */
export interface PermalinkForms {
  see(path: string): void
  isPostLike(path: string): boolean
}

export function createPermalinkForms(): PermalinkForms {
  const forms = new Set<string>()
  return {
    see: (path) => void forms.add(formOf(path)),
    isPostLike: (path) => forms.size === 0 || forms.has(formOf(path)),
  }
}

/** `/2026/03/slug` is `9999/99/x`: the number of segments, and the digits of numeric ones. */
function formOf(path: string): string {
  const parts = path.split('/').slice(1)
  return parts
    .map((part, index) => (index < parts.length - 1 && /^\d+$/.test(part) ? '9'.repeat(part.length) : 'x'))
    .join('/')
}

/** The portal's path of a list, by its path on the site and by the route behind it. */
export function listPathOf(path: string, route: string | undefined): string | undefined {
  const kind = route === undefined ? undefined : LISTS[route]
  const bare = path.replace(/\/page\/\d+$/, '')
  return kind && `${TERM_FOLDERS[kind]}${encodeURIComponent(slugOf(bare))}`
}

const LISTS: Record<string, keyof typeof TERM_FOLDERS> = {
  'wp/v2/categories': 'category',
  'wp/v2/tags': 'tag',
  'wp/v2/users': 'author',
}
