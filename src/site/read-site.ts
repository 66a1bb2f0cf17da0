import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { adSlotsOf } from '../services/ad-slots.ts'
import type { Group, MenuItem, Service, ServiceName, Services } from '../services/service.ts'
import { groupFile, type ServiceFile, serviceFile, serviceKey } from './schema.ts'
import { type FolderProblem, readYaml, type YamlFile } from './yaml-file.ts'

/** Everything that makes a portal somebody's own (docs/decisions/047). */
export interface Site {
  defaultService: ServiceName
  services: Services
}

/** The site folder is unusable; the message lists every problem with file, line and column. */
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

/** Largest file. Bytes. */
const MAX_BYTES = 256 * 1024
/** Folders of a newsroom that belong to no service. */
const RESERVED = ['authors', 'blocks', 'pages', 'images', 'drawing']

/**
 * Reads a site folder.
 * @throws {SiteError} with every problem of every file
 */
export function readSite(folder: string): Site {
  const group = read(folder, 'group.yaml', groupFile)
  const names = serviceNames(folder)
  const files = new Map(names.map((name) => [name, read(folder, `services/${name}.yaml`, serviceFile)]))
  const problems = [...group.parsed.problems, ...[...files.values()].flatMap(({ parsed }) => parsed.problems)]
  if (group.parsed.value !== undefined) {
    const { services, defaultService } = group.parsed.value
    problems.push(...listProblems(services, defaultService, names, group))
    problems.push(...[...files].flatMap(([name, file]) => crossProblems(name, file, files)))
  }
  if (group.parsed.value === undefined || problems.length > 0) throw new SiteError(folder, problems)
  const { value } = group.parsed
  const parsed = value.services.flatMap((name) => {
    const file = files.get(name)?.parsed.value
    return file === undefined ? [] : [[name, file] as const]
  })
  const publisher: Group = {
    name: value.name,
    pages: value.pages,
    ...(value.privacyPolicy !== undefined && { privacyPolicy: value.privacyPolicy }),
    profiles: value.profiles,
    partners: value.partners,
    serviceTitles: parsed.map(([, { title }]) => title),
  }
  return {
    defaultService: value.defaultService,
    services: Object.fromEntries(parsed.map(([name, file]) => [name, serviceOf(name, file, publisher)])),
  }
}

function read<T extends z.ZodType>(folder: string, file: string, schema: T): YamlFile<z.output<T>> {
  const path = join(folder, file)
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return unreadable(file, 'is no file')
    if (stats.size > MAX_BYTES) return unreadable(file, `has ${stats.size} bytes, at most ${MAX_BYTES} are read`)
    return readYaml(file, readFileSync(path, 'utf8'), schema)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return unreadable(file, code === 'ENOENT' ? 'is missing: write it' : `cannot be read (${code})`)
  }
}

function unreadable(file: string, message: string): YamlFile<never> {
  const problem = (_: unknown, words: string): FolderProblem => ({ file, line: 1, column: 1, message: words })
  return { parsed: { problems: [problem([], message)] }, problem }
}

/** Names of the files in `services/`. */
function serviceNames(folder: string): ServiceName[] {
  try {
    return readdirSync(join(folder, 'services'))
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => name.slice(0, -'.yaml'.length))
      .sort()
  } catch {
    return []
  }
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
  for (const [other, { parsed }] of files) {
    if (other >= name || parsed.value === undefined) continue
    if (home.alias !== undefined && home.alias === parsed.value.home.alias) {
      problems.push(problem(['home', 'alias'], `"${home.alias}" leads to ${other} already: choose another path`))
    }
    if (url !== undefined && url === parsed.value.url) {
      problems.push(problem(['url'], `"${url}" is the address of ${other} already: each service has its own`))
    }
  }
  return problems
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
