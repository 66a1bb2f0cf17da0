/** Outlive a release. */
export const ARTICLES = 'articles'
export const IMAGES = 'pictures'
export const SAVED_FILES = 'saved'

export const isGone = (status: number): boolean => status === 404 || status === 410

export interface ReadArticle {
  article: string
  image?: string
}

export interface UsedPage {
  isUsed: true
}
