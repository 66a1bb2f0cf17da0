import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addLanguage, type Language, type LanguageRules, perLanguage, rulesOf } from '../languages/language.ts'
import { createMessages, type MessageTemplates } from '../languages/messages.ts'
import type { Group, Service, ServiceName, Services } from '../services/service.ts'
import type { FolderProblem } from './yaml-file.ts'

/** All that makes a portal somebody's own (docs/decisions/047). */
export interface Site {
  /** Changes with every text. */
  textsId: string
  defaultService: ServiceName
  group: Group
  services: Services
  extensionId?: string
}

/** JSON: each text once, no functions. */
export interface SiteData extends Pick<Site, 'defaultService' | 'group' | 'extensionId'> {
  services: Readonly<Record<ServiceName, Omit<Service, 'group' | 'messages' | 'direction'>>>
  templates: Readonly<Partial<Record<Language, MessageTemplates>>>
  /** Absent: none. */
  languages?: Readonly<Record<Language, LanguageRules>>
}

/** @throws {RangeError} for a language without texts */
export function siteOf({ defaultService, group, services, templates, languages, extensionId }: SiteData): Site {
  for (const [language, rules] of Object.entries(languages ?? {})) addLanguage(language, rules)
  const messagesOf = perLanguage((language) => {
    const own = templates[language]
    if (!own) throw new RangeError(`no texts for the language "${language}"`)
    return createMessages(language, own)
  })
  const whole = Object.entries(services).map(([name, service]) => {
    const { direction } = rulesOf(service.language)
    return [name, { ...service, group, messages: messagesOf(service.language), direction }] as const
  })
  const textsId = createHash('sha256')
    .update(JSON.stringify(languages ? [templates, languages] : templates))
    .digest('base64url')
  return {
    defaultService,
    group,
    services: Object.fromEntries(whole),
    textsId,
    extensionId,
  }
}

/** Built into the program (docs/decisions/050). */
export const EXTENSION = { file: 'extension.ts', folder: 'extension' } as const

export const THEME_FILE = 'theme.css'

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
  images: ReadonlyMap<string, FileImage>
  extensionId?: string
}

/** Has file, line and column of each problem. */
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

export const BUILT_SITE_FILE = 'site.json'

interface BuiltSite extends SiteData {
  id: string
}

export function builtSiteText(site: SiteData, { id }: SiteFiles): string {
  const built: BuiltSite = { id, ...site }
  return JSON.stringify(built)
}

/** @returns undefined when the build's files differ */
export function readBuiltSite(build: string, { id }: SiteFiles): SiteData | undefined {
  let text: string
  try {
    text = readFileSync(join(build, BUILT_SITE_FILE), 'utf8')
  } catch {
    return undefined
  }
  // `builtSiteText` wrote it.
  const { id: builtId, ...site } = JSON.parse(text) as BuiltSite
  return builtId === id ? site : undefined
}
