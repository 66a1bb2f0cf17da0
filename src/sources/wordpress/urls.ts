import { CMS_FOLDERS } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'

/** The CMS form of WordPress' lists (PAGE-7; docs/decisions/002). */
export const TERM_FOLDERS = {
  category: `/${CMS_FOLDERS.category}/`,
  tag: `/${CMS_FOLDERS.tag}/`,
  author: `/${CMS_FOLDERS.author}/`,
} as const

/** `/p/12` is the portal's path of the plain permalink `https://site/?p=12` (SRC-64). */
const ID_FOLDER = '/p/'
const ID_PATH = /^\/p\/([1-9]\d{0,9})$/
const ID = /^[1-9]\d{0,9}$/

/**
 * In CMS form; a plain permalink's has the id.
 * @returns undefined for a front page, which has no path of its own
 */
export function pathOf(link: string): string | undefined {
  const url = URL.parse(link)
  const path = url ? cmsPath(url.pathname) : '/'
  if (path !== '/' && path !== '/index.php') return path
  const id = url?.searchParams.get('p') ?? url?.searchParams.get('page_id') ?? ''
  return ID.test(id) ? idPath(id) : undefined
}

export function idPath(id: string | number): string {
  return `${ID_FOLDER}${id}`
}

export function idIn(path: string): string | undefined {
  return ID_PATH.exec(path)?.[1]
}

/** Plain permalinks and drafts have none. */
export function hasOwnPath(link: string): boolean {
  const path = pathOf(link)
  return path !== undefined && idIn(path) === undefined
}

/** WordPress looks posts and pages up by it. */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Learned from posts so far: a path of another form is first looked up as a page. */
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

/** `/2026/03/slug` is `9999/99/x`: segments, and digits of numeric ones. */
function formOf(path: string): string {
  const parts = path.split('/').slice(1)
  return parts
    .map((part, index) => (index < parts.length - 1 && /^\d+$/.test(part) ? '9'.repeat(part.length) : 'x'))
    .join('/')
}

/** By the path on the site and the route behind it. */
export function listPathOf(path: string, route: string | undefined): string | undefined {
  const kind = route === undefined ? undefined : LISTS[route]
  const bare = path.replace(/\/page\/\d+$/, '')
  return kind && `${TERM_FOLDERS[kind]}${encodeURIComponent(slugOf(bare))}`
}

export function isList(route: string): boolean {
  return Object.hasOwn(LISTS, route)
}

const LISTS: Record<string, keyof typeof TERM_FOLDERS> = {
  'wp/v2/categories': 'category',
  'wp/v2/tags': 'tag',
  'wp/v2/users': 'author',
}
