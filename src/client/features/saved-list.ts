import { SAVED_KEY } from './reading-storage.ts'

/** An article that this browser's reader has saved. */
export interface SavedArticle {
  path: string
  title: string
  /** Paths of its images in the cache of saved files. */
  files: string[]
}

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

function store(articles: readonly SavedArticle[]): void {
  localStorage.setItem(SAVED_KEY, JSON.stringify(articles.map(({ path, title, files }) => [path, title, ...files])))
}

/** What stands in the storage may be of another release, or of nobody's. */
function articleOf(entry: unknown): SavedArticle[] {
  if (!Array.isArray(entry) || !entry.every((part) => typeof part === 'string')) return []
  const [path, title, ...files] = entry
  if (path === undefined || title === undefined || !/^\/(?![/\\])/.test(path)) return []
  return [{ path, title, files }]
}
