import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { readArticle } from '../../src/sources/embedded/article-file.ts'
import { createFolder, type NewsroomFile } from '../../src/sources/embedded/folder.ts'
import { parseYaml, type Terms, termsFile } from '../../src/sources/embedded/front-matter.ts'
import { ROOT } from '../support/root.ts'
import type { Rest } from './rest.ts'

const SERVICE = 'akademia'
const AT_ONCE = 4
/** Into the past, even with a wrong clock: WordPress does not publish posts before their date. */
const YEARS_BACK = 2

/**
 * Loads articles of the project's own newsroom as posts, with their categories, tags and shared blocks: block markup as
 * editors write it.
 */
export async function loadNewsroom(rest: Rest): Promise<void> {
  const { files } = await createFolder(`${ROOT}/newsroom`).read()
  const terms = files.find(({ path }) => path === `${SERVICE}/terms.yaml`)
  if (!terms) throw new Error(`newsroom/${SERVICE}/terms.yaml is missing`)
  const { categories, tags } = parseYaml(terms.path, terms.text, termsFile)
  const categoryIds = await loadTerms('categories', categories, rest)
  const tagIds = await loadTerms('tags', tags, rest)
  const blockIds = await loadSharedBlocks(files, rest)
  const imageFile = await loadImage(rest)
  const load = async ({ path, text }: NewsroomFile): Promise<void> => {
    const { meta, written: body } = readArticle(path, text)
    const category = categoryIds.get(meta.category)
    await rest.make('/posts', {
      title: meta.title,
      excerpt: meta.lead,
      slug: basename(path, '.html'),
      status: 'publish',
      date: `${meta.date.replace(/^\d{4}/, (year) => String(Number(year) - YEARS_BACK))}:00`,
      content: body
        .replace(/(<!-- wp:block \{"ref":)(\d+)/g, (_all, start, ref) => `${start}${blockIds.get(ref)}`)
        .replace(/(<img src=")\/\d{4}\/[^"]+/g, (_all, start) => start + imageFile),
      categories: category === undefined ? [] : [category],
      tags: meta.tags.flatMap((slug) => tagIds.get(slug) ?? []),
    })
  }
  const limit = pLimit(AT_ONCE)
  const articles = files.filter(({ path }) => path.startsWith(`${SERVICE}/articles/`))
  await Promise.all(articles.map((file) => limit(() => load(file))))
}

async function loadTerms(
  kind: 'categories' | 'tags',
  terms: Terms['categories'],
  rest: Rest,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { slug, name, description = '' } of terms) {
    ids.set(slug, await rest.make(`/${kind}`, { slug, name, description }))
  }
  return ids
}

const media = z.object({ source_url: z.string() })

/** One image in place of all, by its path: the site's origin differs in each run. */
async function loadImage(rest: Rest): Promise<string> {
  const name = 'portfel-goracy-czy-zimny-tarcza.webp'
  const id = await rest.upload(name, 'image/webp', await readFile(join(ROOT, 'newsroom/images/2026/05', name)))
  return new URL(media.parse(await rest.get(`/media/${id}`)).source_url).pathname
}

/** By the id that articles of the newsroom use. */
async function loadSharedBlocks(files: readonly NewsroomFile[], rest: Rest): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { path, text } of files.filter((file) => file.path.startsWith('blocks/'))) {
    const name = basename(path, '.html')
    ids.set(name, await rest.make('/blocks', { title: name, content: text, status: 'publish' }))
  }
  return ids
}
