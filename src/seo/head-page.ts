import type { Seo } from '../content/seo.ts'
import type { Service } from '../services/service.ts'

/** What a page's head is made of. */
export interface HeadPage {
  service: Service
  /** Public path with its query, as it is canonical. */
  path: string
  /** Public path that the CMS holds to be canonical instead. */
  canonicalPath?: string
  /** The page's own title; absent: the service's. */
  title?: string
  description?: string
  seo?: Seo
  isNoindex?: boolean
  ogType?: 'website' | 'article' | 'profile'
  /** Intrinsic size in pixels, where it is known. */
  image?: { src: string; alt: string; width?: number; height?: number }
  publishedTime?: string
  modifiedTime?: string
  ampPath?: string
  /** The category that the page lists: its own feeds are named first. */
  category?: { slug: string; name: string }
  prevPath?: string
  nextPath?: string
}
