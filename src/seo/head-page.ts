import type { Seo } from '../content/seo.ts'
import type { Service } from '../services/service.ts'
import type { PageImage, Place } from './share-image.ts'

/** The input of a page's head. */
export interface HeadPage {
  service: Service
  /** Canonical public path with its query. */
  path: string
  /** Public path that the CMS declares canonical instead. */
  canonicalPath?: string
  /** The page's own title; absent: the service's. */
  title?: string
  description?: string
  seo?: Seo
  isNoindex?: boolean
  ogType?: 'website' | 'article' | 'profile'
  /** Absent: that of its category or its service stands in. */
  image?: PageImage
  /** Its categories, the nearest first: the first with an image of its own may lend it. */
  place?: Place
  publishedTime?: string
  modifiedTime?: string
  ampPath?: string
  /** The category that the page lists: its feeds come first. */
  /** The same page in other languages: absolute URLs. */
  translations?: ReadonlyArray<{ language: string; url: string }>
  /** Absent: the service's. */
  language?: string
  category?: { slug: string; name: string; kind?: 'category' | 'path' | 'series' }
  prevPath?: string
  nextPath?: string
}
