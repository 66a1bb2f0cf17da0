import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBundledLanguage, type Language } from '../../../src/languages/language.ts'
import { existingService, servicesWithUrl } from '../../../src/services/registry.ts'
import type { MenuItem, ServiceName, Services } from '../../../src/services/service.ts'
import { compiledExtension } from '../../../src/site/extension/compiled.ts'
import { languageFile, languageHead, missingTexts } from '../../../src/site/language-file.ts'
import { messagesName } from '../../../src/site/languages.ts'
import { EXAMPLES } from '../../../src/site/new-site/examples.ts'
import { EXTENSION, type SiteFiles } from '../../../src/site/site.ts'
import { type FolderProblem, readYaml, type SiteValue, valuesIn } from '../../../src/site/yaml-file.ts'
import { newsroomMenus } from '../../../src/sources/embedded/menu.ts'
import { commandLine } from '../../../src/system/command-line.ts'
import { variableSuffix } from '../../../src/system/settings/variable-suffix.ts'
import { fetchOnce, NoResponse } from '../fetch-once.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'
import type { RunningPortal } from './pages.ts'

const [MAX_LINKS, AT_ONCE] = [60, 6]
const MAX_LISTED = 10
/** Names that belong to nobody (RFC 2606). */
const EXAMPLE_HOST = /(?:^|\.)(?:example|example\.(?:com|net|org))$/
const TEST_HOST = /\.test$/

export interface SiteFolder {
  name: string
  /** The program's build. */
  build: string
  files: SiteFiles
  services: Services
  service: ServiceName
  /** The embedded newsroom's folder, absolute and as the operator names it. */
  newsroom?: { path: string; name: string }
}

/** Checks a site folder without a page (SITE-11). */
export function siteChecks(site: SiteFolder): Check[] {
  return [
    { title: 'Looking for values of the example', run: () => leftovers(site) },
    { title: 'Looking at the URLs of services', run: async () => urls(site) },
    ...ownLanguages(site).map((language) => ({
      title: `Looking for texts in ${language}`,
      run: async () => translation(site, language),
    })),
    ...(site.files.extensionId === undefined
      ? []
      : [{ title: 'Looking for the compiled extension', run: async () => extension(site) }]),
  ]
}

export function siteLinkChecks(site: SiteFolder, start: () => Promise<RunningPortal>): Check[] {
  return [{ title: 'Following the links of menu and footer', run: async () => links(site, await start()) }]
}

const placeOf = (folder: string, { file, line }: Omit<SiteValue, 'value'>): string => `${join(folder, file)}:${line}`

function siteValues({ files }: SiteFolder): SiteValue[] {
  return [...files.texts].flatMap(([file, content]) =>
    'text' in content && file.endsWith('.yaml') ? valuesIn(file, content.text) : [],
  )
}

async function leftovers(site: SiteFolder): Promise<Finding> {
  const origins = servicesWithUrl(site.services)
  // Nobody can reach such a site: it is an example as a whole.
  const isTest = origins.length > 0 && origins.every(({ serviceUrl }) => TEST_HOST.test(new URL(serviceUrl).hostname))
  if (isTest) return good(`${site.name} is for tests: all its hosts end in .test.`)
  const descriptions: string[] = Object.values(EXAMPLES).map(({ description }) => description)
  const inFolder = siteValues(site).flatMap((one) => {
    if (descriptions.includes(one.value)) return [`${placeOf(site.name, one)} has the example's description`]
    const host = hostOf(one.value)
    return EXAMPLE_HOST.test(host) ? [`${placeOf(site.name, one)} leads to ${host}`] : []
  })
  const all = [...inFolder, ...(await newsroomLeftovers(site))]
  if (all.length === 0) return good(`${site.name} has no values of the example left.`)
  return weak(
    `Values of the example are left:\n     ${listed(all)}`,
    'Write your own in these files, or remove the entries; a file of the newsroom may be deleted when nothing names it.',
  )
}

function hostOf(value: string): string {
  return /^https?:/.test(value) ? (URL.parse(value)?.hostname ?? '') : ''
}

async function newsroomLeftovers({ newsroom, services }: SiteFolder): Promise<string[]> {
  if (!newsroom) return []
  const candidates = Object.values(EXAMPLES).flatMap(({ author, article }) => [
    { file: `authors/${author.slug}.yaml`, text: author.description, is: "is the example's author" },
    ...Object.keys(services).map((name) => ({
      file: `${name}/articles/${article.slug}.html`,
      text: article.lead,
      is: "is the example's article",
    })),
  ])
  const present = await Promise.all(
    candidates.map(async ({ file, text, is }) => {
      const written = await readFile(join(newsroom.path, file), 'utf8').catch(() => '')
      return written.includes(text) ? [`${join(newsroom.name, file)} ${is}`] : []
    }),
  )
  return present.flat()
}

function urls({ name, services }: SiteFolder): Finding {
  const without = Object.values(services).filter(
    ({ homePageId, serviceUrl }) => homePageId !== undefined && serviceUrl === undefined,
  )
  if (without.length === 0) return good('Every service with a home has a URL.')
  const files = without.map((service) => join(name, `services/${service.name}.yaml`))
  const variables = without.map((service) => `SERVICE_URL${variableSuffix(service.name)}`)
  return weak(
    `No "url" in ${files.join(', ')}: search engines, feeds and shared links get no whole URLs.`,
    `Before readers come, write "url: https://" and the host there, or set ${variables.join(', ')}.`,
  )
}

function ownLanguages({ services }: SiteFolder): Language[] {
  return [...new Set(Object.values(services).map(({ language }) => language))].filter((one) => !isBundledLanguage(one))
}

function translation({ name, files }: SiteFolder, language: Language): Finding {
  const file = messagesName(language)
  const content = files.texts.get(file)
  const texts =
    content && 'text' in content ? readYaml(file, content.text, languageFile(language)).parsed.value : undefined
  const missing = texts ? missingTexts(language, texts) : []
  if (!texts || missing.length === 0) return good(`${join(name, file)} has all texts.`)
  return weak(
    `${join(name, file)} lacks ${missing.length} texts, which readers see in "${languageHead.parse(texts).fallback}":
     ${listed(missing)}`,
    `Run "${commandLine('messages', { args: language, site: name })}" and fill the keys without a text.`,
  )
}

function extension({ name, files, build }: SiteFolder): Finding {
  const file = join(name, EXTENSION.file)
  if (compiledExtension(build, files.folder, files.extensionId)) return good(`${file} is compiled.`)
  return weak(
    `${file} is not compiled: its blocks show what the editor has saved, its scripts are missing.`,
    `Run "${commandLine('build', { site: name })}", and again after each change.`,
  )
}

interface Link {
  path: string
  place: string
}

async function links(site: SiteFolder, { origin }: RunningPortal): Promise<Finding> {
  const all = await ownLinks(site)
  const tried = all.slice(0, MAX_LINKS)
  if (tried.length === 0) return good('Menu and footer have no links to pages of this portal.')
  const broken: string[] = []
  for (let from = 0; from < tried.length; from += AT_ONCE) {
    const states = tried.slice(from, from + AT_ONCE).map(async ({ path, place }) => {
      const reason = await problemOf(`${origin}${path}`)
      return reason === undefined ? [] : [`${place} leads to ${path} (${reason})`]
    })
    broken.push(...(await Promise.all(states)).flat())
  }
  if (broken.length === 0) return good(`The links of menu and footer lead to pages (${tried.length} tried).`)
  return weak(
    `${broken.length} of ${tried.length} links of menu and footer lead nowhere:\n     ${listed(broken)}`,
    'Correct the path in that file, publish what belongs there, or remove the entry.',
  )
}

async function problemOf(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetchOnce(url)
    return status < 400 ? undefined : `HTTP ${status}`
  } catch (error) {
    if (error instanceof NoResponse) return error.message
    throw error
  }
}

async function ownLinks(site: SiteFolder): Promise<Link[]> {
  const { name, services, service, newsroom } = site
  const { menu, group } = existingService(services, service)
  const menus = newsroom && (await newsroomMenus(newsroom.path, [service], () => {}))
  const live = menus?.[service]
  const ofService = `services/${service}.yaml`
  const values = siteValues(site)
  const placeIn = (file: string, written: string): string => {
    const value = values.find((one) => one.file === file && one.value === written)
    return value ? placeOf(name, value) : join(name, file)
  }
  const { pages, privacyPolicy, contact } = group
  const footer = [...pages.map(({ link }) => link), privacyPolicy, contact].filter((link) => link !== undefined)
  const written = [
    ...linksIn(live ?? menu).map((link) => ({
      link,
      place: live && newsroom ? join(newsroom.name, service, 'menu.yaml') : placeIn(ofService, link),
    })),
    ...footer.map((link) => ({ link, place: placeIn('group.yaml', link) })),
  ]
  const paths = new Map<string, Link>()
  for (const { link, place } of written) {
    const path = link.split('#', 1)[0] ?? ''
    if (path.startsWith('/') && !paths.has(path)) paths.set(path, { path, place })
  }
  return [...paths.values()]
}

function linksIn(menu: readonly MenuItem[]): string[] {
  return menu.flatMap(({ link, items = [] }) => [link, ...linksIn(items)])
}

function listed(all: readonly string[]): string {
  const more = all.length > MAX_LISTED ? [`and ${all.length - MAX_LISTED} more`] : []
  return [...all.slice(0, MAX_LISTED), ...more].join('\n     ')
}

/**
 * Checks redirects (SITE-18).
 * @param loops rows that the portal does without
 */
export function redirectChecks(size: number | undefined, loops: readonly FolderProblem[] = []): Check[] {
  if (size === undefined) return []
  return [{ title: 'Looking for loops of redirects', run: async () => loopsIn(size, loops) }]
}

function loopsIn(size: number, loops: readonly FolderProblem[]): Finding {
  if (loops.length === 0) return good(`None of ${size} redirects leads back to itself.`)
  const listed = loops.map(({ file, line, message }) => `${file}:${line} ${message}`)
  return bad(
    `Redirects that lead back to themselves are left out:\n     ${listed.join('\n     ')}`,
    'Let each of these rows lead to a page, or remove it.',
  )
}
