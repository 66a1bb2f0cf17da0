import type { Express } from 'express'
import type { Logger } from 'pino'
import type { AmpStyles } from '../../amp/extensions.ts'
import type { Portal } from '../../views/context.ts'
import type { BreakingState } from '../content/breaking.ts'
import type { MostReadOf } from '../content/most-read.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Purge } from '../purge/purge.ts'
import type { Service, Services } from '../services/service.ts'
import type { ContentRepositories } from '../sources/content-repositories.ts'
import type { EmbeddedSource } from '../sources/embedded/embedded.ts'
import type { GiphyOrigins } from '../sources/giphy/item.ts'
import type { WordPressSource } from '../sources/wordpress/wordpress.ts'
import type { Files } from '../syndication/feeds/files.ts'
import type { Report } from '../system/report.ts'
import type { SharedStore } from '../system/store/shared-store.ts'
import type { Bearer } from './middleware/bearer.ts'

/**
 * What the portal hands to handlers and features.
 * @template Settings those that the handler reads
 */
export interface AppDependencies<Settings = unknown> {
  settings: Settings
  services: Services
  content: ContentAccess
  rendering: Rendering
  folders: Folders
  store: SharedStore | undefined
  /** @returns the number of pages purged in this process */
  purge(purge: Purge, service: Service): number
  bearer: Bearer
  log: Logger
  metrics: Metrics
}

/** Adds what answers some paths, after whatever was mounted before. */
export type Mount<Settings = unknown> = (app: Express, dependencies: AppDependencies<Settings>) => void

export interface ContentAccess {
  reader: ContentRepositories['reader']
  report: Report
  mostRead: MostReadOf
  /** Undefined: its content is not WordPress'. */
  cmsUrlOf(service: Service): string | undefined
  postComment?: WordPressSource['postComment']
  sendForm?: WordPressSource['sendForm']
  unsaved?: EmbeddedSource['unsaved']
  /** Of the files that feeds enclose. */
  files: Files
}

export interface Rendering {
  /** Shared by renderings of pages and of their parts. */
  portal: Omit<Portal, 'service' | 'reader' | 'breaking' | 'preview'>
  /** Above the header of a service's documents. */
  breaking(service: Service): BreakingState
  ampStyles: AmpStyles
  giphyOrigins: GiphyOrigins | undefined
}

export interface Folders {
  build: string
  /** Served from `/`; the first folder with a file wins. */
  public: readonly string[]
  site?: string
  /** Absent: there are none, or a CDN has them. */
  newsroomImages?: string
}
