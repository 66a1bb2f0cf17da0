/** Caches of read articles, which outlive a release. Shared by the page and the worker. */
export const ARTICLES = 'articles'
export const IMAGES = 'pictures'
/** Of saved articles, as the reader wants them kept. */
export const SAVED_FILES = 'saved'

/** Whether a status withdraws an article (OFFLINE-6); a failure says nothing. */
export const isGone = (status: number): boolean => status === 404 || status === 410

/** Message from a page to the worker: an article to store, with its top image. */
export interface ReadArticle {
  article: string
  image?: string | undefined
}
