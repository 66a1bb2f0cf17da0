import { SAVED_KEY } from './reading-storage.ts'

/** An article that this browser's reader has saved. */
export interface SavedArticle {
  path: string
  title: string
  /** Paths of its page and its images in the cache of saved files, once they are there. */
  files: string[]
  /** The site has it no longer (OFFLINE-6). */
  isWithdrawn?: boolean
}

/** In place of the files of a withdrawn article; theirs begin with a slash. */
const WITHDRAWN = 'withdrawn'

/** The oldest goes first. */
const MAX_SAVED = 50

/** The latest first. */
export function savedArticles(): SavedArticle[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(SAVED_KEY) ?? '[]')
    return Array.isArray(entries) ? entries.flatMap(articleOf) : []
  } catch {
    return []
  }
}

export function isSaved(path: string): boolean {
  return savedArticles().some((article) => article.path === path)
}

/**
 * @returns the articles that are no longer in the list
 * @throws when the browser keeps nothing
 */
export function save(article: SavedArticle): SavedArticle[] {
  const all = [article, ...savedArticles().filter(({ path }) => path !== article.path)]
  store(all.slice(0, MAX_SAVED))
  return all.slice(MAX_SAVED)
}

/** @throws when the browser keeps nothing */
export function unsave(path: string): void {
  store(savedArticles().filter((article) => article.path !== path))
}

/**
 * Notes that the site has withdrawn an article, or has it again.
 * @throws when the browser keeps nothing
 */
export function markWithdrawn(path: string, isWithdrawn: boolean): void {
  store(savedArticles().map((article) => (article.path === path ? { ...article, isWithdrawn, files: [] } : article)))
}

function store(articles: readonly SavedArticle[]): void {
  localStorage.setItem(
    SAVED_KEY,
    JSON.stringify(
      articles.map(({ path, title, files, isWithdrawn }) => [path, title, ...(isWithdrawn ? [WITHDRAWN] : files)]),
    ),
  )
}

/** What stands in the storage may be of another release, or of nobody's. */
function articleOf(entry: unknown): SavedArticle[] {
  if (!Array.isArray(entry) || !entry.every((part) => typeof part === 'string')) return []
  const [path, title, ...files] = entry
  if (path === undefined || title === undefined || !/^\/(?![/\\])/.test(path)) return []
  return [files[0] === WITHDRAWN ? { path, title, files: [], isWithdrawn: true } : { path, title, files }]
}
