import type { Language, LanguageRules } from '../languages/language.ts'
import type { ServiceName } from '../services/service.ts'
import { serviceKey } from './fields.ts'
import type { GroupFile } from './group-file.ts'
import type { ServiceFile } from './service-file.ts'
import { EXTENSION } from './site.ts'
import type { FolderProblem, YamlFile } from './yaml-file.ts'

/** They belong to no service. */
export const RESERVED_NAMES: readonly string[] = ['authors', 'blocks', 'pages', 'images', 'drawing']

export type ServiceFiles = ReadonlyMap<ServiceName, YamlFile<ServiceFile>>

export function listProblems(present: readonly ServiceName[], group: YamlFile<GroupFile>): FolderProblem[] {
  const { services: listed, defaultService, breaking } = group.sound
  if (listed === undefined) return []
  const lost = listed.flatMap((name, index) => {
    if (listed.indexOf(name) !== index) return [group.problem(['services', index], `"${name}" occurs twice: keep one`)]
    if (RESERVED_NAMES.includes(name))
      return [group.problem(['services', index], `"${name}" is reserved: choose another name`)]
    if (present.includes(name)) return []
    return [group.problem(['services', index], `services/${name}.yaml is missing: write it, or remove the name`)]
  })
  const unlisted = present
    .filter((name) => !listed.includes(name))
    .map((name) =>
      group.problem(
        ['services'],
        serviceKey.safeParse(name).success
          ? `services/${name}.yaml is not listed: add "${name}", or remove the file`
          : `services/${name}.yaml has no usable name: lower-case letters, digits and dashes`,
      ),
    )
  const unknown =
    breaking === undefined || listed.includes(breaking.service)
      ? []
      : [group.problem(['breaking', 'service'], `"${breaking.service}" must be one of ${listed.join(', ')}`)]
  const isKnown = defaultService === undefined || listed.includes(defaultService)
  const wrong = isKnown
    ? []
    : [group.problem(['defaultService'], `"${defaultService}" must be one of ${listed.join(', ')}`)]
  return [...lost, ...unlisted, ...unknown, ...wrong]
}

export function crossProblems(
  name: ServiceName,
  { sound, problem }: YamlFile<ServiceFile>,
  files: ServiceFiles,
): FolderProblem[] {
  const { cms = {}, home, url } = sound
  const problems: FolderProblem[] = []
  if (cms.settingsOf !== undefined && !files.has(cms.settingsOf)) {
    problems.push(problem(['cms', 'settingsOf'], `"${cms.settingsOf}" must be one of ${[...files.keys()].join(', ')}`))
  }
  const shared = cms.settingsOf === name ? undefined : files.get(cms.settingsOf ?? name)?.sound.cms?.settingsOf
  if (cms.settingsOf !== undefined && shared !== undefined && shared !== cms.settingsOf) {
    problems.push(problem(['cms', 'settingsOf'], `"${cms.settingsOf}" uses those of ${shared} itself: name ${shared}`))
  }
  for (const [other, { sound: others }] of files) {
    if (other >= name) continue
    if (home?.alias !== undefined && home.alias === others.home?.alias) {
      problems.push(problem(['home', 'alias'], `"${home.alias}" leads to ${other} already: choose another path`))
    }
    // The port does not count (SVC-4).
    if (url !== undefined && hostname(url) === hostname(others.url)) {
      problems.push(problem(['url'], `"${hostname(url)}" is the host of ${other} already: each service has its own`))
    }
  }
  return problems
}

/** Equal words would hide a list. */
export function pathProblems(
  { sound, problem }: YamlFile<ServiceFile>,
  groupLanguage: Language | undefined,
  rulesOf: (language: Language) => LanguageRules,
): FolderProblem[] {
  const { paths = {}, language = groupLanguage } = sound
  if (language === undefined) return []
  const { category, tag, author } = { ...rulesOf(language).paths, ...paths }
  const words = [category, tag, author, ...(paths.series === undefined ? [] : [paths.series])]
  if (new Set(words).size === words.length) return []
  return [problem(['paths'], `must have different words for each kind of list, not ${words.join(', ')}`)]
}

export function translationProblems(
  name: ServiceName,
  { sound, problem }: YamlFile<ServiceFile>,
  files: ServiceFiles,
  groupLanguage: Language | undefined,
): FolderProblem[] {
  const { translations = [], language = groupLanguage } = sound
  return translations.flatMap((other, index) => {
    const file = files.get(other)
    const at = ['translations', index]
    if (!file || other === name)
      return [problem(at, `"${other}" must be another one of ${[...files.keys()].join(', ')}`)]
    const { value } = file.parsed
    if (value && (value.language ?? groupLanguage) === language)
      return [problem(at, `"${other}" has the same language`)]
    if (value && !value.translations.includes(name)) return [problem(at, `"${other}" must name ${name} too`)]
    return []
  })
}

function hostname(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname
}

export function otherExtension(file: string): FolderProblem[] {
  if (!file.endsWith('.yml')) return []
  return [{ file, line: 1, column: 1, message: `has another extension: name it ${file.slice(0, -'yml'.length)}yaml` }]
}

export function otherProgram(file: string): FolderProblem[] {
  if (!/^extension\.(?!ts$)/.test(file)) return []
  const message = `must be ${EXTENSION.file}: components lie in files of their own, in ${EXTENSION.folder}/`
  return [{ file, line: 1, column: 1, message }]
}
