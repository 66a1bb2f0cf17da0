import type * as z from 'zod'
import { addLanguage, isBundledLanguage, LANGUAGE_RULES, LANGUAGES, type LanguageRules } from '../languages/language.ts'
import { adSlotsOf } from '../services/ad-slots.ts'
import { PAPER } from '../services/paper.ts'
import type { DescribedParty, Group, Organisation, OwnEmbed, Service, ServiceName } from '../services/service.ts'
import { EMBED_RATIOS } from './embeds-file.ts'
import { type GroupFile, groupFile } from './group-file.ts'
import { languageProblems, readLanguages, type SiteLanguages } from './languages.ts'
import { type Look, readLook } from './look.ts'
import { podcastsOf } from './podcast-file.ts'
import { type ServiceFile, serviceFile } from './service-file.ts'
import { type SiteData, SiteError, type SiteFiles } from './site.ts'
import {
  crossProblems,
  listProblems,
  otherExtension,
  otherProgram,
  pathProblems,
  type ServiceFiles,
  translationProblems,
} from './site-problems.ts'
import { type FolderProblem, readYaml, type YamlFile } from './yaml-file.ts'

const SERVICE_FILE = /^services\/(.*)\.yaml$/

/** @throws {SiteError} with every problem */
export function parseSite({ folder, texts, fonts, images, extensionId }: SiteFiles): SiteData {
  const group = parsed(texts, 'group.yaml', groupFile)
  const names = [...texts.keys()].flatMap((file) => SERVICE_FILE.exec(file)?.slice(1) ?? [])
  const files = new Map(names.map((name) => [name, parsed(texts, `services/${name}.yaml`, serviceFile)]))
  const problems = [...group.parsed.problems, ...[...files.values()].flatMap(({ parsed }) => parsed.problems)]
  problems.push(...listProblems(names, group))
  problems.push(...[...files].flatMap(([name, file]) => crossProblems(name, file, files)))
  const { language } = group.sound
  problems.push(...[...files].flatMap(([name, file]) => translationProblems(name, file, files, language)))
  const languages = readLanguages(texts.keys(), (file, schema) => parsed(texts, file, schema))
  problems.push(...languages.problems, ...languageProblems(group, files, texts))
  problems.push(...[...files.values()].flatMap((file) => pathProblems(file, language, languages.rulesOf)))
  problems.push(...[...texts.keys()].flatMap(otherExtension), ...[...texts.keys()].flatMap(otherProgram))
  const look = readLook(group, [...files.values()], { texts, fonts, images })
  problems.push(...look.problems)
  if (group.parsed.value === undefined || problems.length > 0) throw new SiteError(folder, problems)
  const { value } = group.parsed
  const ordered = value.services.flatMap((name) => {
    const file = files.get(name)?.parsed.value
    return file === undefined ? [] : [[name, file] as const]
  })
  const publisher: Group = {
    name: value.name,
    pages: value.pages,
    privacyPolicy: value.privacyPolicy,
    contact: value.contact,
    aboutPage: value.aboutPage,
    tour: value.tour,
    organisation: organisationIn(value),
    profiles: value.profiles,
    partners: value.partners,
    licence: value.licence,
    hasAffiliateLinks: value.affiliateLinks,
    tableOfContents: value.tableOfContents,
    unchangedImageHosts: value.images.unchanged,
    embeds: value.embeds.map(ownEmbed),
    breaking: value.breaking,
    accessibility: value.accessibility,
    thirdParties: value.thirdParties.length > 0 ? value.thirdParties.map(describedParty) : undefined,
    serviceTitles: ordered.map(([, { title }]) => title),
  }
  const used = [...new Set(ordered.map(([, file]) => file.language ?? value.language))]
  const own = used.filter((one) => !isBundledLanguage(one))
  // Fonts follow from them.
  for (const one of own) addLanguage(one, languages.rulesOf(one))
  const services = ordered.map(
    ([name, file]) =>
      [name, serviceOf(name, file, value, { files, lookOf: look.of, rulesOf: languages.rulesOf })] as const,
  )
  return {
    defaultService: value.defaultService,
    group: publisher,
    services: Object.fromEntries(services),
    templates: Object.fromEntries(used.map((one) => [one, languages.textsOf(one)])),
    languages: own.length > 0 ? Object.fromEntries(own.map((one) => [one, languages.rulesOf(one)])) : undefined,
    extensionId,
  }
}

function organisationIn({ organisation }: GroupFile): Organisation | undefined {
  const { legalName, description, email, telephone, address = {} } = organisation
  const said = Object.entries(address).filter(([, part]) => part !== undefined)
  const own: Organisation = {
    legalName,
    description,
    email,
    telephone,
    address: said.length > 0 ? Object.fromEntries(said) : undefined,
  }
  return Object.values(own).some((part) => part !== undefined) ? own : undefined
}

function parsed<T extends z.ZodType>(texts: SiteFiles['texts'], file: string, schema: T): YamlFile<z.output<T>> {
  const content = texts.get(file) ?? { problem: 'is missing: write it' }
  if ('text' in content) return readYaml(file, content.text, schema)
  const problem = (_: unknown, message: string): FolderProblem => ({ file, line: 1, column: 1, message })
  return { parsed: { problems: [problem([], content.problem)] }, sound: {}, problem }
}

/** Another list may have the word (SERIES-2). */
function seriesWord({ category, tag, author, series }: ServiceFile['paths'], { paths }: LanguageRules): string {
  const taken = [category ?? paths.category, tag ?? paths.tag, author ?? paths.author]
  const words = [paths.series, ...LANGUAGES.map((other) => LANGUAGE_RULES[other].paths.series)]
  return series ?? words.find((word) => !taken.includes(word)) ?? paths.series
}

/** Slots come with the settings (SVC-2). */
function slotsOf(name: ServiceName, file: ServiceFile | undefined): Service['adSlots'] {
  const slots = file?.ads.slots
  return slots === 'standard' ? adSlotsOf(name) : slots
}

function serviceOf(
  name: ServiceName,
  file: ServiceFile,
  group: GroupFile,
  { files, lookOf, rulesOf }: { files: ServiceFiles; lookOf: Look['of']; rulesOf: SiteLanguages['rulesOf'] },
): SiteData['services'][string] {
  const language = file.language ?? group.language
  const rules = rulesOf(language)
  const { paths } = rules
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
      series: seriesWord(file.paths, rules),
      newest: file.paths.newest ?? paths.newest,
    },
    ...lookOf(file, group, language),
    title: file.title,
    serviceUrl: file.url,
    ...paperIn(file),
    color: file.colours.accent,
    colorOnDark: file.colours.accentOnDark,
    homePageId: file.cms.homeId,
    adminUrl: file.cms.adminUrl,
    homeAlias: file.home.alias,
    settingsOf,
    articlePathForm: file.articles.address,
    articleLayout: file.articles.layout,
    adSlots: slots,
    youtubeChannel: file.youtube.channel,
    youtubeSubscribers: file.youtube.subscribers,
    hasAmp: file.articles.amp,
    theme: file.theme,
    breaking: file.breaking,
    hasMarketBanner: file.home.marketBanner || undefined,
    consent: file.consent,
    menu: file.menu,
    topics: file.topics,
    series: file.series,
    podcasts: file.podcasts.length > 0 ? podcastsOf(file.podcasts) : undefined,
    newsletter: file.newsletter && newsletterOf(file.newsletter),
    crawlers: file.crawlers,
    seo: { title: file.seo.title, description: file.seo.description },
    robots: file.seo.robots,
  }
}

function newsletterOf({
  further,
  ...newsletter
}: NonNullable<ServiceFile['newsletter']>): NonNullable<Service['newsletter']> {
  return {
    ...newsletter,
    further: further?.map(({ category, series, breaking, ...one }) => {
      if (category !== undefined) return { ...one, subject: { kind: 'category', slug: category } as const }
      if (series !== undefined) return { ...one, subject: { kind: 'series', slug: series } as const }
      return breaking ? { ...one, subject: { kind: 'breaking' } as const } : one
    }),
  }
}

function ownEmbed({ name, hosts, paths, frame, ratio, height, consent }: GroupFile['embeds'][number]): OwnEmbed {
  const shape = height === undefined ? { ratio: EMBED_RATIOS[ratio ?? '16:9'] } : { height }
  return { name, hosts, paths, frame, shape, consent }
}

function describedParty({ stores, ...party }: GroupFile['thirdParties'][number]): DescribedParty {
  return {
    ...party,
    stores: stores.map(({ name, months, days }) => ({
      name,
      keeps: months !== undefined ? { months } : days !== undefined ? { days } : undefined,
    })),
  }
}

function paperIn({ colours: { paper, paperOnDark } }: ServiceFile): { paper?: { light: string; dark: string } } {
  if (paper === undefined && paperOnDark === undefined) return {}
  return { paper: { light: paper ?? PAPER.light, dark: paperOnDark ?? PAPER.dark } }
}
