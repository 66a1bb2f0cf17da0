import type * as z from 'zod'
import { LANGUAGE_RULES, LANGUAGES, type Language } from '../languages/language.ts'
import { TEMPLATES } from '../languages/templates.ts'
import { adSlotsOf } from '../services/ad-slots.ts'
import { PAPER } from '../services/paper.ts'
import type {
  DescribedParty,
  Group,
  MenuItem,
  Organisation,
  OwnEmbed,
  SeriesSettings,
  Service,
  ServiceName,
} from '../services/service.ts'
import { EMBED_RATIOS } from './embeds-file.ts'
import { serviceKey } from './fields.ts'
import { type GroupFile, groupFile } from './group-file.ts'
import { type Look, readLook } from './look.ts'
import { messagesFile, type OwnMessages, withOwnMessages } from './messages-file.ts'
import { podcastsOf } from './podcast-file.ts'
import { type ServiceFile, serviceFile } from './service-file.ts'
import { EXTENSION, type SiteData, type SiteFiles } from './site.ts'
import { SiteError } from './site-error.ts'
import { type FolderProblem, readYaml, type YamlFile } from './yaml-file.ts'

const SERVICE_FILE = /^services\/(.*)\.yaml$/
const MESSAGES_FILE = /^messages\/(.*)\.yaml$/
/** Folders of a newsroom that belong to no service. */
export const RESERVED_NAMES: readonly string[] = ['authors', 'blocks', 'pages', 'images', 'drawing']

/**
 * Parses the files of a site folder.
 * @throws {SiteError} with every problem of every file
 */
export function parseSite({ folder, texts, fonts, images, extensionId }: SiteFiles): SiteData {
  const group = parsed(texts, 'group.yaml', groupFile)
  const names = [...texts.keys()].flatMap((file) => SERVICE_FILE.exec(file)?.slice(1) ?? [])
  const files = new Map(names.map((name) => [name, parsed(texts, `services/${name}.yaml`, serviceFile)]))
  const problems = [...group.parsed.problems, ...[...files.values()].flatMap(({ parsed }) => parsed.problems)]
  problems.push(...listProblems(names, group))
  problems.push(...[...files].flatMap(([name, file]) => crossProblems(name, file, files)))
  const { language } = group.sound
  problems.push(...[...files].flatMap(([name, file]) => translationProblems(name, file, files, language)))
  problems.push(...[...files.values()].flatMap((file) => pathProblems(file, language)))
  problems.push(...[...texts.keys()].flatMap(otherExtension), ...[...texts.keys()].flatMap(otherProgram))
  const look = readLook(group, [...files.values()], { texts, fonts, images })
  problems.push(...look.problems)
  const messages = messagesIn(texts)
  problems.push(...[...messages.values()].flatMap(({ parsed }) => parsed.problems))
  problems.push(...[...texts.keys()].flatMap(unknownLanguage))
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
    ...(value.contact !== undefined && { contact: value.contact }),
    ...(value.aboutPage !== undefined && { aboutPage: value.aboutPage }),
    ...organisationIn(value),
    profiles: value.profiles,
    partners: value.partners,
    hasAffiliateLinks: value.affiliateLinks,
    tableOfContents: value.tableOfContents,
    unchangedImageHosts: value.images.unchanged,
    embeds: value.embeds.map(ownEmbed),
    ...(value.breaking && { breaking: value.breaking }),
    ...(value.thirdParties.length > 0 && { thirdParties: value.thirdParties.map(describedParty) }),
    serviceTitles: ordered.map(([, { title }]) => title),
  }
  const services = ordered.map(([name, file]) => [name, serviceOf(name, file, value, files, look.of)] as const)
  const languages = new Set(services.map(([, { language }]) => language))
  const templates = [...languages].map((language) => {
    const own = messages.get(language)?.parsed.value
    return [language, own ? withOwnMessages(TEMPLATES[language], own) : TEMPLATES[language]] as const
  })
  return {
    defaultService: value.defaultService,
    group: publisher,
    services: Object.fromEntries(services),
    templates: Object.fromEntries(templates),
    ...(extensionId !== undefined && { extensionId }),
  }
}

/** Without what the folder does not say. */
function organisationIn({ organisation }: GroupFile): Pick<Group, 'organisation'> {
  const { legalName, description, email, telephone, address = {} } = organisation
  const said = Object.entries(address).filter(([, part]) => part !== undefined)
  const own: Organisation = {
    ...(legalName !== undefined && { legalName }),
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(telephone !== undefined && { telephone }),
    ...(said.length > 0 && { address: Object.fromEntries(said) }),
  }
  return Object.keys(own).length > 0 ? { organisation: own } : {}
}

/** `messages/{language}.yaml`: texts of the site's own. */
function messagesIn(texts: SiteFiles['texts']): Map<Language, YamlFile<OwnMessages>> {
  const files = LANGUAGES.filter((language) => texts.has(messagesName(language)))
  return new Map(
    files.map((language) => [language, parsed(texts, messagesName(language), messagesFile(TEMPLATES[language]))]),
  )
}

const messagesName = (language: Language): string => `messages/${language}.yaml`

function unknownLanguage(file: string): FolderProblem[] {
  const [, name] = MESSAGES_FILE.exec(file) ?? []
  if (name === undefined || LANGUAGES.some((language) => language === name)) return []
  return [{ file, line: 1, column: 1, message: `is of no language: name it after one of ${LANGUAGES.join(', ')}` }]
}

function parsed<T extends z.ZodType>(texts: SiteFiles['texts'], file: string, schema: T): YamlFile<z.output<T>> {
  const content = texts.get(file) ?? { problem: 'is missing: write it' }
  if ('text' in content) return readYaml(file, content.text, schema)
  const problem = (_: unknown, message: string): FolderProblem => ({ file, line: 1, column: 1, message })
  return { parsed: { problems: [problem([], content.problem)] }, sound: {}, problem }
}

/** The list of services and the files in `services/` belong together. */
function listProblems(present: readonly ServiceName[], group: YamlFile<GroupFile>): FolderProblem[] {
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

type ServiceFiles = ReadonlyMap<ServiceName, YamlFile<ServiceFile>>

/** What one service's file says of another. */
function crossProblems(
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
    // A request is for the service of its host name, whatever its port (SVC-4).
    if (url !== undefined && hostname(url) === hostname(others.url)) {
      problems.push(problem(['url'], `"${hostname(url)}" is the host of ${other} already: each service has its own`))
    }
  }
  return problems
}

/** A word of two kinds of lists would hide one of them. */
function pathProblems({ sound, problem }: YamlFile<ServiceFile>, groupLanguage: Language | undefined): FolderProblem[] {
  const { paths = {}, language = groupLanguage } = sound
  if (language === undefined) return []
  const { category, tag, author } = { ...LANGUAGE_RULES[language].paths, ...paths }
  const words = [category, tag, author, ...(paths.series === undefined ? [] : [paths.series])]
  if (new Set(words).size === words.length) return []
  return [problem(['paths'], `must have different words for each kind of list, not ${words.join(', ')}`)]
}

/** Series came last: where the language's word is another list's already, that of another language (SERIES-3). */
function seriesWord({ category, tag, author, series }: ServiceFile['paths'], language: Language): string {
  const { paths } = LANGUAGE_RULES[language]
  const taken = [category ?? paths.category, tag ?? paths.tag, author ?? paths.author]
  const words = [paths.series, ...LANGUAGES.map((other) => LANGUAGE_RULES[other].paths.series)]
  return series ?? words.find((word) => !taken.includes(word)) ?? paths.series
}

function translationProblems(
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

function otherExtension(file: string): FolderProblem[] {
  if (!file.endsWith('.yml')) return []
  return [{ file, line: 1, column: 1, message: `has another extension: name it ${file.slice(0, -'yml'.length)}yaml` }]
}

function otherProgram(file: string): FolderProblem[] {
  if (!/^extension\.(?!ts$)/.test(file)) return []
  const message = `must be ${EXTENSION.file}: components lie in files of their own, in ${EXTENSION.folder}/`
  return [{ file, line: 1, column: 1, message }]
}

/** A service's own slots; one that uses another's settings has that one's, unless it has some (SVC-2). */
function slotsOf(name: ServiceName, file: ServiceFile | undefined): Service['adSlots'] {
  const slots = file?.ads.slots
  return slots === 'standard' ? adSlotsOf(name) : slots
}

function serviceOf(
  name: ServiceName,
  file: ServiceFile,
  group: GroupFile,
  files: ServiceFiles,
  lookOf: Look['of'],
): SiteData['services'][string] {
  const language = file.language ?? group.language
  const { paths } = LANGUAGE_RULES[language]
  const settingsOf = file.cms.settingsOf ?? name
  const slots = slotsOf(name, file) ?? slotsOf(settingsOf, files.get(settingsOf)?.parsed.value)
  return {
    name,
    language,
    timeZone: group.timeZone,
    translations: file.translations.map((other) => ({
      name: other,
      language: files.get(other)?.parsed.value?.language ?? group.language,
    })),
    paths: {
      category: file.paths.category ?? paths.category,
      tag: file.paths.tag ?? paths.tag,
      author: file.paths.author ?? paths.author,
      series: seriesWord(file.paths, language),
      newest: file.paths.newest ?? paths.newest,
    },
    ...lookOf(file, group, language),
    title: file.title,
    ...(file.url !== undefined && { serviceUrl: file.url }),
    ...paperIn(file),
    color: file.colours.accent,
    colorOnDark: file.colours.accentOnDark,
    ...(file.cms.homeId !== undefined && { homePageId: file.cms.homeId }),
    ...(file.cms.adminUrl !== undefined && { adminUrl: file.cms.adminUrl }),
    ...(file.home.alias !== undefined && { homeAlias: file.home.alias }),
    settingsOf,
    articlePathForm: file.articles.address,
    articleLayout: file.articles.layout,
    ...(slots !== undefined && { adSlots: slots }),
    ...(file.youtube.channel !== undefined && { youtubeChannel: file.youtube.channel }),
    ...(file.youtube.subscribers !== undefined && { youtubeSubscribers: file.youtube.subscribers }),
    hasAmp: file.articles.amp,
    theme: file.theme,
    ...(file.breaking && { breaking: file.breaking }),
    ...(file.home.marketBanner && { hasMarketBanner: true }),
    ...(file.consent !== undefined && { consent: file.consent }),
    menu: file.menu.map(menuItem),
    ...(file.topics && { topics: file.topics }),
    ...(file.series && { series: seriesOf(file.series) }),
    ...(file.podcasts.length > 0 && { podcasts: podcastsOf(file.podcasts) }),
    ...(file.newsletter && { newsletter: newsletterOf(file.newsletter) }),
    seo: { title: file.seo.title, description: file.seo.description },
    ...(file.seo.robots !== undefined && { robots: file.seo.robots }),
  }
}

function seriesOf({ tags, taxonomy }: NonNullable<ServiceFile['series']>): SeriesSettings {
  return {
    tags: tags.map(({ tag, title, lead }) => ({
      tag,
      ...(title !== undefined && { title }),
      ...(lead !== undefined && { lead }),
    })),
    ...(taxonomy !== undefined && { taxonomy }),
  }
}

function newsletterOf({ from, replyTo, postalAddress, schedule, since, rate }: NonNullable<ServiceFile['newsletter']>) {
  return {
    since,
    ...(from !== undefined && { from }),
    ...(replyTo !== undefined && { replyTo }),
    ...(postalAddress !== undefined && { postalAddress }),
    ...(schedule !== undefined && { schedule }),
    ...(rate !== undefined && { rate }),
  }
}

function ownEmbed({ name, hosts, paths, frame, ratio, height, consent }: GroupFile['embeds'][number]): OwnEmbed {
  const shape = height === undefined ? { ratio: EMBED_RATIOS[ratio ?? '16:9'] } : { height }
  return { name, hosts, paths, frame, shape, consent }
}

function describedParty({ host, stores, ...said }: GroupFile['thirdParties'][number]): DescribedParty {
  return {
    host,
    ...(said.name !== undefined && { name: said.name }),
    ...(said.company !== undefined && { company: said.company }),
    ...(said.country !== undefined && { country: said.country }),
    ...(said.policy !== undefined && { policy: said.policy }),
    stores: stores.map(({ name, months, days }) => ({
      name,
      ...(months !== undefined && { keeps: { months } }),
      ...(days !== undefined && { keeps: { days } }),
    })),
  }
}

function paperIn({ colours: { paper, paperOnDark } }: ServiceFile): { paper?: { light: string; dark: string } } {
  if (paper === undefined && paperOnDark === undefined) return {}
  return { paper: { light: paper ?? PAPER.light, dark: paperOnDark ?? PAPER.dark } }
}

function menuItem({ title, link, items }: ServiceFile['menu'][number]): MenuItem {
  return { title, link, ...(items && { items }) }
}
