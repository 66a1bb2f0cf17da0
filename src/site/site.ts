import type { Group, ServiceName, Services } from '../services/service.ts'

/** Everything that makes a portal somebody's own (docs/decisions/047). */
export interface Site {
  defaultService: ServiceName
  group: Group
  services: Services
}

/** Text of a file, or why it has none. */
export type FileText = { text: string } | { problem: string }

/** The files of a site folder, read but not parsed. */
export interface SiteFiles {
  folder: string
  /** Changes with every file. */
  id: string
  texts: ReadonlyMap<string, FileText>
}
