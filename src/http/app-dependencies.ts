import type { Express } from 'express'
import type { Logger } from 'pino'
import type { AmpStyles } from '../../amp/extensions.ts'
import type { Portal } from '../../views/context.ts'
import type { BreakingLine } from '../content/breaking.ts'
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
 * What the portal hands to whatever answers requests: handlers of this room, and features.
 * @template Settings those that the handler reads; each names its own
 */
export interface AppDependencies<Settings = unknown> {
  settings: Settings
  services: Services
  content: ContentAccess
  rendering: Rendering
  folders: Folders
  /** Absent: this process is the only one. */
  store: SharedStore | undefined
  /** Purges pages wherever they are kept. @returns the number of pages purged in this process */
  purge(purge: Purge, service: Service): number
  /** Guards the operator's endpoints. */
  bearer: Bearer
  log: Logger
  metrics: Metrics
}

/** Adds what answers some paths. Whatever was mounted before comes first. */
export type Mount<Settings = unknown> = (app: Express, dependencies: AppDependencies<Settings>) => void

export interface ContentAccess {
  reader: ContentRepositories['reader']
  /** Hears what is wrong with content. */
  report: Report
  /** The articles that readers open most. */
  mostRead: MostReadOf
  /** URL of a service's WordPress; undefined: its content comes from elsewhere. */
  cmsUrlOf(service: Service): string | undefined
  /** Absent: readers' comments are not WordPress'. */
  postComment?: WordPressSource['postComment']
  /** Absent: content is not WordPress'. */
  sendForm?: WordPressSource['sendForm']
  /** Absent: content is not the embedded newsroom's. */
  unsaved?: EmbeddedSource['unsaved']
  /** Facts of the files that feeds enclose. */
  files: Files
}

export interface Rendering {
  /** What renderings of pages and of their parts share. */
  portal: Omit<Portal, 'service' | 'reader' | 'breaking' | 'preview'>
  /** The line above the header of a service's documents. */
  breaking(service: Service): BreakingLine | undefined
  ampStyles: AmpStyles
  /** Absent: no animation comes from Giphy. */
  giphyOrigins: GiphyOrigins | undefined
}

export interface Folders {
  build: string
  /** Files served from `/`, the first that has one wins. */
  public: readonly string[]
  /** The site folder; absent: there is none. */
  site?: string
  /** The newsroom's images, which this server cuts; absent: there are none, or a CDN has them. */
  newsroomImages?: string
}
