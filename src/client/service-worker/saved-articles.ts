/** Caches that outlive a release, shared by the page and the worker. */
export const ARTICLES = 'articles'
export const IMAGES = 'pictures'
export const SAVED_FILES = 'saved'

/** Whether a status withdraws an article (OFFLINE-6). */
export const isGone = (status: number): boolean => status === 404 || status === 410

/** Message from a page to the worker: an article to store, with its top image. */
export interface ReadArticle {
  article: string
  image?: string | undefined
}
