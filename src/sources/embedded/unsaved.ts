import type { Size } from '../../content/image-sizes.ts'
import type { Service } from '../../services/service.ts'
import { inSlices } from '../../system/steps.ts'
import { articleEntry, loadMarkdown } from './article-entry.ts'
import type { Catalogue, CatalogueService } from './catalogue.ts'
import { type Calendar, type CatalogueArticle, shownAt } from './dated-parts.ts'
import type { FolderImages } from './folder-images.ts'
import { frontPageIn, homeFrom, isFrontPage } from './front-pages.ts'
import { createWireBuilder } from './wire.ts'

/** An article, a page or a front page in its editor. */
export interface UnsavedFile {
  /** In the newsroom's folder. */
  path: string
  text: string
  /** Names of images that are not saved either. */
  images: readonly string[]
}

export interface UnsavedText {
  /** As the hub sends it. */
  json: object
  isFrontPage: boolean
  /** With line and remedy. */
  problems: string[]
}

interface Newsroom {
  own: CatalogueService
  catalogue: Catalogue
}

interface UnsavedWorld {
  service: Service
  newsroom: Newsroom
  calendar: Calendar
  images: FolderImages
  sizeOf(src: string): Promise<Size | undefined>
}

/**
 * Reads a text as if the newsroom had it.
 * @throws {NewsroomFileError} with the line, where it cannot be read
 */
export async function unsavedText(
  { path, text, images: added }: UnsavedFile,
  world: UnsavedWorld,
): Promise<UnsavedText> {
  const { service, newsroom, calendar, sizeOf } = world
  const images = withUnsaved(world.images, new Set(added))
  const [top = '', name = ''] = path.split('/')
  if (top === service.name && isFrontPage(name)) {
    const usual = newsroom.own.frontPages.find(({ from }) => from === undefined)
    const home = homeFrom(frontPageIn(path, text, calendar), usual)
    const build = createWireBuilder(service, { ...newsroom.own, home }, newsroom.catalogue, images)
    return { json: build.home() ?? {}, isFrontPage: true, problems: [] }
  }
  const problems: string[] = []
  const onError = (error: unknown): void =>
    void problems.push(error instanceof Error ? error.message : 'the text cannot be read')
  const kind = path.startsWith('pages/') ? 'page' : 'article'
  const markdown = path.endsWith('.md') ? await loadMarkdown() : undefined
  const stats = { size: text.length, modified: Date.now(), stamp: '' }
  const reading = { calendar, known: undefined, markdown, onError }
  const { article: written } = articleEntry({ path, text, stats }, kind, reading)
  // Editors see planned corrections and updates, too.
  const article = shownAt(written, calendar, true)
  const build = createWireBuilder(service, ...withArticle(newsroom, article, kind), images)
  const { image } = article.meta
  const src = image && world.images(image.src, article)
  const json = await inSlices(build.article(article, src === undefined ? undefined : await sizeOf(src)))
  // No search engine and no list gets it.
  return { json: { ...json, nrm_meta_noindex: true }, isFrontPage: false, problems }
}

function withUnsaved(images: FolderImages, added: ReadonlySet<string>): FolderImages {
  const find: typeof images = Object.assign(
    (...[src, article]: Parameters<FolderImages>) => images(src, article) ?? (added.has(src) ? `/${src}` : undefined),
    { has: images.has },
  )
  return find
}

function withArticle(
  { own, catalogue }: Newsroom,
  article: CatalogueArticle,
  kind: 'article' | 'page',
): [CatalogueService, Catalogue] {
  const names = new Map([...own.names, ...Object.entries(article.meta.names ?? {})])
  const pages = kind === 'page' ? new Map([...catalogue.pages, [article.path, article]]) : catalogue.pages
  return [
    { ...own, names },
    { ...catalogue, pages },
  ]
}
