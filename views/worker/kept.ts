/** Names of the caches that outlive a release: what the reader has read. The page and the worker both know them. */
export const ARTICLES = 'articles'
export const PICTURES = 'pictures'

/** What a page tells the worker once it has been shown: an article to keep, with the picture that stands above it. */
export interface ReadArticle {
  article: string
  picture?: string | undefined
}
