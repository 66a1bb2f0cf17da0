import type { Seo } from '../content/seo.ts'
import type { Service } from '../services/service.ts'
import type { PageImage, Place } from './share-image.ts'

export interface HeadPage {
  service: Service
  /** Canonical public path with its query. */
  path: string
  /** Public path that the CMS declares canonical instead. */
  canonicalPath?: string
  /** Absent: the service's. */
  title?: string
  description?: string
  seo?: Seo
  isNoindex?: boolean
  ogType?: 'website' | 'article' | 'profile'
  /** Absent: the image of the category or the service is used. */
  image?: PageImage
  /** The nearest category comes first; the first with an image of its own may lend it. */
  place?: Place
  publishedTime?: string
  modifiedTime?: string
  ampPath?: string
  /** Absolute URLs of the page in other languages. */
  translations?: ReadonlyArray<{ language: string; url: string }>
  /** Absent: the service's. */
  language?: string
  category?: { slug: string; name: string; kind?: 'category' | 'path' | 'series' }
  prevPath?: string
  nextPath?: string
}
