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
import { offsetAt } from '../src/system/time-zone.ts'
import { MarkersProvider } from './components/card-meta.tsx'

/** `views/styles/features/{name}.css`, for some pages only. */
export const FEATURE_STYLES = [
  'animation',
  'breaking',
  'chart',
  'code',
  'correction',
  'embed',
  'further-fonts',
  'gallery',
  'live',
  'magazine',
  'market-banner',
  'offers',
  'reading',
  'recording',
  'right-to-left',
  'search',
  'series',
  'videos',
] as const
export type FeatureStyle = (typeof FEATURE_STYLES)[number]

export interface Assets {
  styles: string
  printStyles: string
  consentStyles: string
  featureStyles: Readonly<Record<FeatureStyle, string>>
  boot: string
  /** Imported by the boot script at once. */
  bootParts: string[]
  /** By name: `onest-cyrillic`. */
  fonts: Readonly<Record<string, string>>
}

export type PageStyles = Pick<Assets, 'styles' | 'featureStyles'>

export interface Preview {
  article: Article
  output: 'page' | 'card'
  /** Absent within a frame. */
  bar?: SafeHtml
  style: string
  /** Absent: the reader's. */
  theme?: 'light' | 'dark'
}

export interface Portal {
  service: Service
  services: Services
  assets: Assets
  reader(service: Service): ContentRepository
  integrations: Integrations
  hasAnimations: boolean
  report: Report
  /** Absent: not counted. */
  mostRead?: MostReadOf
  /** Absent: a provider sends issues. */
  issues?: Issues
  newsletter?: NewsletterFacts
  /** Absent: there are none. */
  push?: { publicKey: string }
  breaking?: BreakingLine
  preview?: Preview
}

export interface NewsletterFacts {
  /** Provider; absent: the portal itself. */
  keeper?: string
  mails: boolean
}

export interface Issues {
  issue(service: Service, id: string): Promise<IssueContent | undefined>
  /** Latest first. */
  latest(service: Service): Promise<IssueContent[]>
}

const PortalContext = createContext<Portal | undefined>(undefined)
const ServiceContext = createContext<Service | undefined>(undefined)

export function PortalProvider({ value, children }: { value: Portal; children?: ReactNode }): ReactElement {
  const inner = createElement(ServiceProvider, { service: value.service, children })
  return createElement(PortalContext, { value }, inner)
}

export function ServiceProvider({ service, children }: { service: Service; children?: ReactNode }): ReactElement {
  const { promo, sponsored, formats } = service.messages.article
  const now = Date.now()
  // A whole local time costs five times as much, on each page.
  const year = new Date(now + offsetAt(now, service.timeZone)).getUTCFullYear()
  const inner = createElement(MarkersProvider, { value: { promo, sponsored, formats, year } }, children)
  return createElement(ServiceContext, { value: service }, inner)
}

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

export function useMessages(): Messages {
  return useService().messages
}
