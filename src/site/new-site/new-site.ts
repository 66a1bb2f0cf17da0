import { lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod'
import { oneLine } from '../../content/text.ts'
import { type BundledLanguage, LANGUAGE_RULES, type ListPaths } from '../../languages/language.ts'
import { TEMPLATES } from '../../languages/templates.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { MenuItem } from '../../services/service.ts'
import { reasonOf } from '../../system/network/response.ts'
import { offsetAt } from '../../system/time-zone.ts'
import { link, serviceKey } from '../fields.ts'
import { parseSite } from '../parse-site.ts'
import { RESERVED_NAMES } from '../site-problems.ts'
import { readWordPressIdentity, type WordPressIdentity } from '../wordpress-identity.ts'
import { accentsOf, seoOf } from '../wordpress-site.ts'
import { EXAMPLES } from './examples.ts'
import { fields, groupText, type NewSite, serviceText } from './site-files.ts'

/** For all requests. Milliseconds. */
const PATIENCE = 15_000
const HOME_ID = { embedded: '1', wordpress: '0' }

export interface NewSiteRequest {
  name: string
  folder: string
  /** Of JSON Schemas. */
  schemas: string
  /** Cleaned before it is written. */
  title?: string
  language?: BundledLanguage
  /** Gives name, colours and menu; no trailing slash. */
  wordpress?: string
  readMenu(wordpress: string, paths: ListPaths): Promise<MenuItem[]>
}

export function nameProblem(name: string): string | undefined {
  if (RESERVED_NAMES.includes(name)) return 'is reserved: choose another name'
  return serviceKey.safeParse(name).error?.issues[0]?.message
}

/**
 * It starts at once (SITE-10).
 * @returns paths below the folder
 * @throws {Error} and writes nothing for an existing folder, or a failing WordPress or disk
 */
export async function createSiteFolder(request: NewSiteRequest): Promise<string[]> {
  const { name, folder, schemas } = request
  await refuseExisting(folder)
  const site =
    request.wordpress === undefined ? exampleSite(request) : await wordPressNewSite(request.wordpress, request)
  const schemaFrom = (file: string, schema: string): string =>
    relative(dirname(join(folder, file)), join(schemas, schema)).replaceAll('\\', '/')
  const service = `services/${name}.yaml`
  const texts = {
    'group.yaml': groupText(site, schemaFrom('group.yaml', 'group.json')),
    [service]: serviceText(site, schemaFrom(service, 'service.json')),
  }
  // A start would refuse the same.
  const asRead = new Map(Object.entries(texts).map(([file, text]) => [file, { text }]))
  parseSite({ folder, id: '', texts: asRead, fonts: new Map(), images: new Map() })
  const files = site.content === 'embedded' ? { ...texts, ...newsroomFiles(site, Date.now()) } : texts
  await writeFolder(folder, files)
  return Object.keys(files)
}

function exampleSite({ name, title, language = 'en' }: NewSiteRequest): NewSite {
  const { category, newest } = LANGUAGE_RULES[language].paths
  const { timeZone, description, category: first } = EXAMPLES[language]
  const ownTitle = oneLine(title ?? '') || titleOf(name)
  return {
    name,
    title: ownTitle,
    language,
    timeZone,
    accents: accentsOf(),
    menu: [
      { title: first.name, link: `/${category}/${first.slug}` },
      { title: TEMPLATES[language].newest, link: `/${category}/${newest}` },
    ],
    seo: { title: ownTitle, description },
    homeId: HOME_ID.embedded,
    content: 'embedded',
  }
}

function titleOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
}

async function wordPressNewSite(url: string, request: NewSiteRequest): Promise<NewSite> {
  const identity = await identityOf(url)
  const language = request.language ?? identity.language ?? 'en'
  const title = oneLine(request.title ?? '') || oneLine(identity.name) || titleOf(request.name)
  const menu = await request.readMenu(url, LANGUAGE_RULES[language].paths)
  return {
    name: request.name,
    title,
    language,
    timeZone: identity.timeZone,
    url: new URL(identity.home).origin,
    accents: accentsOf(identity.accent),
    menu: menu.flatMap(usableItem),
    seo: seoOf(title, oneLine(identity.tagline)),
    homeId: HOME_ID.wordpress,
    content: 'wordpress',
  }
}

async function identityOf(url: string): Promise<WordPressIdentity> {
  try {
    return await readWordPressIdentity(url, AbortSignal.timeout(PATIENCE))
  } catch (error) {
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError
    const reason = isOther ? 'it has no REST API of a WordPress' : reasonOf(error)
    throw new Error(`${url} cannot be read: ${reason}. Nothing is written.`, { cause: error })
  }
}

/** Drops what a start would refuse. */
function usableItem({ title, link: target, items }: MenuItem): MenuItem[] {
  const text = oneLine(title)
  if (text === '' || !link.safeParse(target).success) return []
  const below = items?.flatMap(usableItem) ?? []
  return [{ title: text, link: target, items: below.length > 0 ? below : undefined }]
}

class FolderExists extends Error {
  override readonly name = 'FolderExists'
}

/** @throws {FolderExists} */
async function refuseExisting(folder: string): Promise<void> {
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (entry) throw new FolderExists(`${folder} exists already: choose another name, or remove it first`)
}

/**
 * Renames a complete folder.
 * @param files by path
 * @throws {FolderExists}
 */
async function writeFolder(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await refuseExisting(folder)
  const made = await mkdir(dirname(folder), { recursive: true })
  const unfinished = `${folder}.unfinished-${process.pid}`
  try {
    await mkdir(unfinished)
    for (const [path, text] of Object.entries(files)) {
      const file = join(unfinished, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await refuseExisting(folder)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (made !== undefined) await removeEmpty(dirname(folder), made)
    throw error
  }
}

async function removeEmpty(folder: string, last: string): Promise<void> {
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved && folder !== last) await removeEmpty(dirname(folder), last)
}

/** The article explains the next steps. */
function newsroomFiles(site: NewSite, now: number): Record<string, string> {
  const { name, title, language, timeZone, homeId } = site
  const { author, category, homeSlug, article, steps } = EXAMPLES[language]
  // Local, without seconds and offset.
  const date = new Date(now + offsetAt(now, timeZone)).toISOString().slice(0, 16)
  const service = `newsroom/${name}`
  return {
    [`${service}/home.html`]: page({ id: Number(homeId), slug: homeSlug, title }, [
      '<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->',
      '<!-- wp:acf/list-posts {"posts":{"limit":12}} /-->',
    ]),
    [`${service}/terms.yaml`]: `# Names of categories and tags. "${NEWEST_CATEGORY}" is the list of all articles.
${fields({ categories: [category, { slug: NEWEST_CATEGORY, name: TEMPLATES[language].newest }], tags: [] })}
`,
    [`${service}/articles/${article.slug}.html`]: page(
      {
        title: article.title,
        lead: article.lead,
        date,
        author: author.slug,
        category: category.slug,
        tags: [],
      },
      [
        paragraph(article.before),
        `<!-- wp:heading -->\n<h2 class="wp-block-heading">${article.heading}</h2>\n<!-- /wp:heading -->`,
        list(steps(name)),
        paragraph(article.after),
      ],
    ),
    [`newsroom/authors/${author.slug}.yaml`]: `${fields({
      name: author.name,
      description: author.description,
      since: date.slice(0, 10),
    })}\n`,
  }
}

function page(frontMatter: object, blocks: readonly string[]): string {
  return `---\n${fields(frontMatter)}\n---\n${blocks.join('\n\n')}\n`
}

function paragraph(html: string): string {
  return `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`
}

function list(items: readonly string[]): string {
  const written = items.map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`)
  return `<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list">${written.join('\n\n')}</ol>\n<!-- /wp:list -->`
}
