import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { Article } from '../src/content/article.ts'
import type { BreakingLine } from '../src/content/breaking.ts'
import type { IssueContent } from '../src/content/issue.ts'
import type { MostReadOf } from '../src/content/most-read.ts'
import type { ContentRepository } from '../src/content/repository.ts'
import type { Integrations } from '../src/integrations/settings.ts'
import type { Messages } from '../src/languages/messages.ts'
import type { Service, Services } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import type { Report } from '../src/system/report.ts'
import { MarkersProvider } from './card-markers.ts'

/** Style sheets of what only some pages have: `views/styles/features/{name}.css`. */
export const FEATURE_STYLES = [
  'animation',
  'breaking',
  'chart',
  'correction',
  'further-fonts',
  'gallery',
  'live',
  'market-banner',
  'offers',
  'reading',
  'recording',
  'search',
  'series',
  'videos',
] as const
export type FeatureStyle = (typeof FEATURE_STYLES)[number]

/** What the build has made for browsers: URLs of its files, unless something else is said. */
export interface Assets {
  styles: string
  /** For print; no page waits for it. */
  printStyles: string
  /** For the question about consent, which loads it. */
  consentStyles: string
  featureStyles: Readonly<Record<FeatureStyle, string>>
  boot: string
  /** The text of that script. */
  readingStart: string
  /** Modules that the boot script imports at once. */
  bootParts: string[]
  /** Fonts by their names: `onest-cyrillic`. */
  fonts: Readonly<Record<string, string>>
}

/** The style sheets of a page. */
export type PageStyles = Pick<Assets, 'styles' | 'featureStyles'>

/** A text as its readers would see it, for those who have its link (PREVIEW-1). */
export interface Preview {
  article: Article
  output: 'page' | 'card'
  /** Stands above the page; absent within a frame. */
  bar?: SafeHtml
  /** Rules of the bar. */
  style: string
  /** Absent: the reader's. */
  theme?: 'light' | 'dark'
}

/** A request's service and content, for loaders and pages. Independent of Express. */
export interface Portal {
  service: Service
  services: Services
  assets: Assets
  reader(service: Service): ContentRepository
  /** Of the service (src/integrations/for-service.ts). */
  integrations: Integrations
  /** Giphy is configured: animations load with their articles. */
  hasAnimations: boolean
  /** Reports a block that failed to render. */
  report: Report
  /** Absent: views are not counted. */
  mostRead?: MostReadOf
  /** Issues of the newsletter; absent: a provider sends them. */
  issues?: Issues
  /** What the page on privacy says of subscribers; absent: nothing. */
  newsletter?: NewsletterFacts
  /** Above the header; absent: there is nothing of the kind. */
  breaking?: BreakingLine
  /** Absent: the page is for readers. */
  preview?: Preview
}

/** Who has the addresses of subscribers (CONS-27). */
export interface NewsletterFacts {
  /** Name of the provider; absent: the portal itself. */
  keeper?: string
  /** The portal writes to its subscribers, and each mail has links by which they leave. */
  mails: boolean
}

/** Issues as everybody may read them. */
export interface Issues {
  issue(service: Service, id: string): Promise<IssueContent | undefined>
  /** The latest first. */
  latest(service: Service): Promise<IssueContent[]>
}

const PortalContext = createContext<Portal | undefined>(undefined)
const ServiceContext = createContext<Service | undefined>(undefined)

/** Everything within is of one request. */
export function PortalProvider({ value, children }: { value: Portal; children?: ReactNode }): ReactElement {
  const inner = createElement(ServiceProvider, { service: value.service, children })
  return createElement(PortalContext, { value }, inner)
}

/** Everything within is of one service: its language, its colours. Parts that all requests share need no more. */
export function ServiceProvider({ service, children }: { service: Service; children?: ReactNode }): ReactElement {
  const inner = createElement(MarkersProvider, { value: service.messages.article }, children)
  return createElement(ServiceContext, { value: service }, inner)
}

/** The portal of the current request. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('rendered outside a PortalProvider')
  return portal
}

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('rendered outside a ServiceProvider')
  return service
}

/** The interface texts in the language of the current service. */
export function useMessages(): Messages {
  return useService().messages
}
