/** Caches of read articles, which outlive a release. Shared by the page and the worker. */
export const ARTICLES = 'articles'
export const IMAGES = 'pictures'

/** Message from a page to the worker: an article to store, with its top image. */
export interface ReadArticle {
  article: string
  image?: string | undefined
}
