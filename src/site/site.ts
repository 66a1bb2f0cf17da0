import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, perLanguage } from '../languages/language.ts'
import { createMessages, type MessageTemplates } from '../languages/messages.ts'
import type { Group, Service, ServiceName, Services } from '../services/service.ts'
import type { FolderProblem } from './yaml-file.ts'

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

/** The message lists every problem with file, line and column. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  constructor(
    folder: string,
    readonly problems: readonly FolderProblem[],
  ) {
    const lines = problems.map(({ file, line, column, message }) => `  ${file}:${line}:${column} ${message}`)
    super(`the site folder ${folder} is not usable:\n${lines.join('\n')}`)
  }
}

/** In the folder of the build. */
export const BUILT_SITE_FILE = 'site.json'

interface BuiltSite extends SiteData {
  id: string
}

/** The id is that of the site's files. */
export function builtSiteText(site: SiteData, { id }: SiteFiles): string {
  const built: BuiltSite = { id, ...site }
  return JSON.stringify(built)
}

/** Undefined when the build's files differ. */
export function readBuiltSite(build: string, { id }: SiteFiles): SiteData | undefined {
  let text: string
  try {
    text = readFileSync(join(build, BUILT_SITE_FILE), 'utf8')
  } catch {
    return undefined
  }
  // Written by `builtSiteText` of the same release.
  const { id: builtId, ...site } = JSON.parse(text) as BuiltSite
  return builtId === id ? site : undefined
}
