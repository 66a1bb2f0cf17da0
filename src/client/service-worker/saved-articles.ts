/** These caches outlive a release. */
export const ARTICLES = 'articles'
export const IMAGES = 'pictures'
export const SAVED_FILES = 'saved'

/** OFFLINE-6. */
export const isGone = (status: number): boolean => status === 404 || status === 410

/** Message from a page to the worker. */
export interface ReadArticle {
  article: string
  image?: string
}
