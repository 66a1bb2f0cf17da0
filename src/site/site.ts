import { createHash } from 'node:crypto'
import type { Language } from '../languages/language.ts'
import { perLanguage } from '../languages/language.ts'
import { createMessages, type MessageTemplates } from '../languages/messages.ts'
import type { Group, Service, ServiceName, Services } from '../services/service.ts'

/** Everything that makes a portal somebody's own (docs/decisions/047). */
export interface Site {
  /** Changes with every text of the interface: functions have no JSON. */
  textsId: string
  defaultService: ServiceName
  group: Group
  services: Services
  /** Id of the files of the folder's extension. */
  extensionId?: string
}

/** A site as JSON: each text once, and no functions. */
export interface SiteData extends Pick<Site, 'defaultService' | 'group' | 'extensionId'> {
  services: Readonly<Record<ServiceName, Omit<Service, 'group' | 'messages'>>>
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
    extensionId,
  }
}

/** The build takes own blocks and scripts into the program (docs/decisions/050). */
export const EXTENSION = { file: 'extension.ts', folder: 'extension' } as const

export const THEME_FILE = 'theme.css'

/** A text, or why there is none. */
export type FileText = { text: string } | { problem: string }

export type FileImage = { id: string; bytes: Buffer } | { problem: string }

/** Read while the portal runs (BREAK-2). */
export const BREAKING_FILE = 'breaking.yaml'

export interface SiteFiles {
  folder: string
  /** Changes with every file. */
  id: string
  texts: ReadonlyMap<string, FileText>
  /** Ids by path. */
  fonts: ReadonlyMap<string, string>
  /** By name. */
  images: ReadonlyMap<string, FileImage>
  /** Of `extension.ts` and `extension/`. */
  extensionId?: string
}
