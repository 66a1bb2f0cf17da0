import { createHash } from 'node:crypto'
import type { Language } from '../languages/language.ts'
import { createMessages, type MessageTemplates } from '../languages/messages.ts'
import { perLanguage } from '../languages/per-language.ts'
import type { Group, Service, ServiceName, Services } from '../services/service.ts'

/** Everything that makes a portal somebody's own (docs/decisions/047). */
export interface Site {
  /** Changes with every text of the interface: functions have no JSON. */
  textsId: string
  defaultService: ServiceName
  group: Group
  services: Services
  /** Id of the files of the folder's extension; absent: it has none. */
  extensionId?: string
}

/** A site as JSON: each text once, and no functions. */
export interface SiteData extends Pick<Site, 'defaultService' | 'group' | 'extensionId'> {
  services: Readonly<Record<ServiceName, Omit<Service, 'group' | 'messages'>>>
  /** Texts of the services' languages, the site's own among them. */
  templates: Readonly<Partial<Record<Language, MessageTemplates>>>
}

/** @throws {RangeError} a service's language has no texts */
export function siteOf({ defaultService, group, services, templates, extensionId }: SiteData): Site {
  const messagesOf = perLanguage((language) => {
    const own = templates[language]
    if (!own) throw new RangeError(`no texts for the language "${language}"`)
    return createMessages(language, own)
  })
  const whole = Object.entries(services).map(
    ([name, service]) => [name, { ...service, group, messages: messagesOf(service.language) }] as const,
  )
  const textsId = createHash('sha256').update(JSON.stringify(templates)).digest('base64url')
  return {
    defaultService,
    group,
    services: Object.fromEntries(whole),
    textsId,
    ...(extensionId !== undefined && { extensionId }),
  }
}

/** Own blocks and scripts, which the build takes into the program (docs/decisions/050). */
export const EXTENSION = { file: 'extension.ts', folder: 'extension' } as const

/** Rules laid over the program's style sheets. */
export const THEME_FILE = 'theme.css'

/** Text of a file, or why it has none. */
export type FileText = { text: string } | { problem: string }

/** An image's bytes and the id of its content, or why it has none. */
export type FileImage = { id: string; bytes: Buffer } | { problem: string }

/** News above the header of every page: read while the portal runs (BREAK-2). */
export const BREAKING_FILE = 'breaking.yaml'

/** The files of a site folder, read but not parsed. */
export interface SiteFiles {
  folder: string
  /** Changes with every file. */
  id: string
  texts: ReadonlyMap<string, FileText>
  /** Ids of the files in `fonts/`, by their path. */
  fonts: ReadonlyMap<string, string>
  /** Images of the folder itself, by their names. */
  images: ReadonlyMap<string, FileImage>
  /** Of `extension.ts` and what lies in `extension/`. */
  extensionId?: string
}
