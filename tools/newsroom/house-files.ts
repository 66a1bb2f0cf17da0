import { join } from 'node:path'
import { stringify } from 'yaml'
import { listPath } from '../../src/content/links.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import type { MenuItem, Service } from '../../src/services/service.ts'
import { voidBlock } from '../../src/sources/block-grammar.ts'
import { MAX_FILE_BYTES } from '../../src/sources/embedded/folder.ts'
import {
  type AuthorFile,
  authorFile,
  checked,
  homeMeta,
  postsQuery,
  type Term,
  type Terms,
} from '../../src/sources/embedded/front-matter.ts'
import { menuFile } from '../../src/sources/embedded/menu.ts'
import { parseTerms } from '../../src/sources/embedded/terms.ts'
import { readIfThere, writeWhole } from './files.ts'
import { NO_ARTICLE, type Outline, type PlannedTerm } from './outline.ts'

const [LEADING_CARDS, SECTION_CARDS, SECTIONS, MENU_ITEMS] = [4, 4, 4, 6]
const DEFAULT_HOME_ID = 1

/**
 * Existing files only get new terms.
 * @returns written files, and the number of terms that do not fit and go by their slugs
 */
export async function writeHouseFiles(
  folder: string,
  service: Service,
  outline: Outline,
  isDryRun = false,
): Promise<{ written: string[]; unnamed: number }> {
  const written: string[] = []
  const write = async (file: string, text: string): Promise<void> => {
    if (!isDryRun) await writeWhole(join(folder, file), text)
    written.push(file)
  }
  for (const author of outline.authors.values()) {
    if (author.since === NO_ARTICLE) continue
    const file = `authors/${author.slug}.yaml`
    if ((await readIfThere(join(folder, file))) !== undefined) continue
    const description =
      author.description ?? service.messages.importedAuthor({ site: outline.site.title || service.title })
    const fields: AuthorFile = { name: author.name, description, since: author.since }
    await write(file, stringify(checked(file, fields, authorFile)))
  }

  const termsPath = `${service.name}/terms.yaml`
  const before = await readIfThere(join(folder, termsPath))
  const known = before === undefined ? NO_TERMS : await parseTerms(termsPath, before, async () => {})
  const { terms, unnamed } = fitting(mergedTerms(known, outline))
  if (terms) await write(termsPath, stringify(terms, { lineWidth: 0 }))

  const homePath = `${service.name}/home.html`
  if ((await readIfThere(join(folder, homePath))) === undefined) await write(homePath, homeText(service, outline))
  const menuPath = `${service.name}/menu.yaml`
  const menu = menuOf(outline, service)
  if (menu.length > 0 && (await readIfThere(join(folder, menuPath))) === undefined) {
    await write(menuPath, stringify(checked(menuPath, menu, menuFile)))
  }
  return { written, unnamed }
}

function fitting(terms: Terms | undefined): { terms?: Terms; unnamed: number } {
  if (!terms) return { unnamed: 0 }
  let left = MAX_FILE_BYTES - MARGIN_BYTES
  const fits = (term: Term): boolean => {
    left -= Buffer.byteLength(stringify([term], { lineWidth: 0 })) + INDENT_BYTES
    return left > 0
  }
  const shown: Terms = { categories: terms.categories.filter(fits), tags: terms.tags.filter(fits) }
  const all = terms.categories.length + terms.tags.length
  return { terms: shown, unnamed: all - shown.categories.length - shown.tags.length }
}

/** Bytes of a term's indentation, and of the file without terms. */
const [INDENT_BYTES, MARGIN_BYTES] = [8, 1000]

const NO_TERMS: Terms = { categories: [], tags: [] }

function mergedTerms(before: Terms, { categories, tags }: Outline): Terms | undefined {
  const asTags = [...tags.values(), ...[...categories.values()].filter(({ isTagToo }) => isTagToo)]
  const added = {
    categories: missingIn(before.categories, [...categories.values()]),
    tags: missingIn(before.tags, asTags),
  }
  if (added.categories.length + added.tags.length === 0 && before !== NO_TERMS) return undefined
  return {
    categories: [...before.categories, ...added.categories],
    tags: [...before.tags, ...added.tags],
  }
}

function missingIn(known: readonly Term[], planned: readonly PlannedTerm[]): Term[] {
  const slugs = new Set(known.map(({ slug }) => slug))
  return planned.flatMap(({ slug, name, heading, description }) => {
    if (slugs.has(slug)) return []
    slugs.add(slug)
    return [{ slug, name, heading: heading || undefined, description: description || undefined }]
  })
}

function fullest(outline: Outline): PlannedTerm[] {
  return [...outline.categories.values()]
    .filter(({ count, slug }) => count > 0 && slug !== NEWEST_CATEGORY)
    .sort((a, b) => b.count - a.count)
}

function menuOf(outline: Outline, service: Service): MenuItem[] {
  const items = fullest(outline).map(({ name, slug }) => ({ title: name, link: listPath('category', slug, service) }))
  const newest = { title: service.messages.newest, link: listPath('category', NEWEST_CATEGORY, service) }
  return [newest, ...items.slice(0, MENU_ITEMS)]
}

function homeText(service: Service, outline: Outline): string {
  const title = outline.site.title || service.title
  const meta = { id: Number(service.homePageId ?? DEFAULT_HOME_ID), slug: `strona-glowna-${service.name}`, title }
  const sticky = outline.sticky
    .filter((slug) => postsQuery.safeParse({ slugs: [slug] }).success)
    .slice(0, LEADING_CARDS)
  const sections = fullest(outline).slice(0, SECTIONS)
  const blocks = [
    ...(sticky.length > 0 ? [cards('big-posts', {}, { slugs: sticky, limit: sticky.length })] : []),
    cards(sticky.length > 0 ? 'hot-posts' : 'big-posts', {}, { limit: LEADING_CARDS }),
    ...sections.map(({ name, slug }) =>
      cards(
        'list-posts',
        { header: name, link: listPath('category', slug, service) },
        { category: slug, limit: SECTION_CARDS },
      ),
    ),
  ]
  const head = stringify(checked('home.html', meta, homeMeta), { lineWidth: 0 })
  return `---\n${head}---\n${blocks.join('\n\n')}\n`
}

function cards(type: string, fields: object, posts: object): string {
  return voidBlock(`acf/${type}`, { fields, posts })
}
