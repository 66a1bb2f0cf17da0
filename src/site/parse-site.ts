import type * as z from 'zod'
import { adSlotsOf } from '../services/ad-slots.ts'
import type { Group, MenuItem, Service, ServiceName } from '../services/service.ts'
import { groupFile, type ServiceFile, serviceFile, serviceKey } from './schema.ts'
import type { Site, SiteFiles } from './site.ts'
import { SiteError } from './site-error.ts'
import { type FolderProblem, readYaml, type YamlFile } from './yaml-file.ts'

const SERVICE_FILE = /^services\/(.*)\.yaml$/
/** Folders of a newsroom that belong to no service. */
const RESERVED = ['authors', 'blocks', 'pages', 'images', 'drawing']

/**
 * Parses the files of a site folder.
 * @throws {SiteError} with every problem of every file
 */
export function parseSite({ folder, texts }: SiteFiles): Site {
  const group = parsed(texts, 'group.yaml', groupFile)
  const names = [...texts.keys()].flatMap((file) => SERVICE_FILE.exec(file)?.slice(1) ?? [])
  const files = new Map(names.map((name) => [name, parsed(texts, `services/${name}.yaml`, serviceFile)]))
  const problems = [...group.parsed.problems, ...[...files.values()].flatMap(({ parsed }) => parsed.problems)]
  if (group.parsed.value !== undefined) {
    const { services, defaultService } = group.parsed.value
    problems.push(...listProblems(services, defaultService, names, group))
  }
  problems.push(...[...files].flatMap(([name, file]) => crossProblems(name, file, files)))
  problems.push(...[...texts.keys()].flatMap(otherExtension))
  if (group.parsed.value === undefined || problems.length > 0) throw new SiteError(folder, problems)
  const { value } = group.parsed
  const ordered = value.services.flatMap((name) => {
    const file = files.get(name)?.parsed.value
    return file === undefined ? [] : [[name, file] as const]
  })
  const publisher: Group = {
    name: value.name,
    pages: value.pages,
    ...(value.privacyPolicy !== undefined && { privacyPolicy: value.privacyPolicy }),
    profiles: value.profiles,
    partners: value.partners,
    serviceTitles: ordered.map(([, { title }]) => title),
  }
  return {
    defaultService: value.defaultService,
    group: publisher,
    services: Object.fromEntries(ordered.map(([name, file]) => [name, serviceOf(name, file, publisher)])),
  }
}

function parsed<T extends z.ZodType>(texts: SiteFiles['texts'], file: string, schema: T): YamlFile<z.output<T>> {
  const content = texts.get(file) ?? { problem: 'is missing: write it' }
  if ('text' in content) return readYaml(file, content.text, schema)
  const problem = (_: unknown, message: string): FolderProblem => ({ file, line: 1, column: 1, message })
  return { parsed: { problems: [problem([], content.problem)] }, problem }
}

/** The list of services and the files in `services/` belong together. */
function listProblems(
  listed: readonly ServiceName[],
  defaultService: ServiceName,
  present: readonly ServiceName[],
  group: YamlFile<unknown>,
): FolderProblem[] {
  const lost = listed.flatMap((name, index) => {
    if (listed.indexOf(name) !== index) return [group.problem(['services', index], `"${name}" occurs twice: keep one`)]
    if (RESERVED.includes(name))
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
  const isKnown = listed.includes(defaultService)
  const wrong = isKnown
    ? []
    : [group.problem(['defaultService'], `"${defaultService}" must be one of ${listed.join(', ')}`)]
  return [...lost, ...unlisted, ...wrong]
}

/** What one service's file says of another. */
function crossProblems(
  name: ServiceName,
  { parsed, problem }: YamlFile<ServiceFile>,
  files: ReadonlyMap<ServiceName, YamlFile<ServiceFile>>,
): FolderProblem[] {
  if (parsed.value === undefined) return []
  const { cms, home, url } = parsed.value
  const problems: FolderProblem[] = []
  if (cms.settingsOf !== undefined && !files.has(cms.settingsOf)) {
    problems.push(problem(['cms', 'settingsOf'], `"${cms.settingsOf}" must be one of ${[...files.keys()].join(', ')}`))
  }
  const shared = cms.settingsOf === name ? undefined : files.get(cms.settingsOf ?? name)?.parsed.value?.cms.settingsOf
  if (cms.settingsOf !== undefined && shared !== undefined && shared !== cms.settingsOf) {
    problems.push(problem(['cms', 'settingsOf'], `"${cms.settingsOf}" uses those of ${shared} itself: name ${shared}`))
  }
  for (const [other, { parsed }] of files) {
    if (other >= name || parsed.value === undefined) continue
    if (home.alias !== undefined && home.alias === parsed.value.home.alias) {
      problems.push(problem(['home', 'alias'], `"${home.alias}" leads to ${other} already: choose another path`))
    }
    // A request is for the service of its host name, whatever its port (SVC-4).
    if (url !== undefined && hostname(url) === hostname(parsed.value.url)) {
      problems.push(problem(['url'], `"${hostname(url)}" is the host of ${other} already: each service has its own`))
    }
  }
  return problems
}

function hostname(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname
}

function otherExtension(file: string): FolderProblem[] {
  if (!file.endsWith('.yml')) return []
  return [{ file, line: 1, column: 1, message: `has another extension: name it ${file.slice(0, -'yml'.length)}yaml` }]
}

function serviceOf(name: ServiceName, file: ServiceFile, group: Group): Service {
  const slots = file.ads.slots === 'standard' ? adSlotsOf(name) : file.ads.slots
  return {
    name,
    group,
    title: file.title,
    ...(file.url !== undefined && { serviceUrl: file.url }),
    color: file.colours.accent,
    colorOnDark: file.colours.accentOnDark,
    ...(file.cms.homeId !== undefined && { homePageId: file.cms.homeId }),
    ...(file.home.alias !== undefined && { homeAlias: file.home.alias }),
    settingsOf: file.cms.settingsOf ?? name,
    articlePathForm: file.articles.address,
    articleLayout: file.articles.layout,
    ...(slots !== undefined && { adSlots: slots }),
    ...(file.youtubeChannel !== undefined && { youtubeChannel: file.youtubeChannel }),
    hasAmp: file.articles.amp,
    theme: file.theme,
    ...(file.home.marketBanner && { hasMarketBanner: true }),
    menu: file.menu.map(menuItem),
    seo: { title: file.seo.title, description: file.seo.description },
    ...(file.seo.robots !== undefined && { robots: file.seo.robots }),
  }
}

function menuItem({ title, link, items }: ServiceFile['menu'][number]): MenuItem {
  return { title, link, ...(items && { items }) }
}
