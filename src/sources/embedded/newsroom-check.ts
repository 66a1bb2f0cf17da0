import type { ServiceName } from '../../services/service.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle, indexedArticles, indexedYaml } from './catalogue.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import { createFolder } from './folder.ts'
import { folderImages, missingImages } from './folder-images.ts'
import { NewsroomFileWarning } from './front-matter.ts'
import { frontPageWarnings } from './front-page-blocks.ts'
import { isFrontPage } from './front-pages.ts'
import { createNewsroomIndex, type NewsroomIndexFiles } from './newsroom-index.ts'

/** Each line names file, line and remedy. */
export interface NewsroomFindings {
  errors: string[]
  /** What is left out, and missing images. */
  warnings: string[]
  /** Readable ones, drafts too. */
  articles: CatalogueArticle[]
  catalogue: Catalogue
  calendar: Calendar
}

interface CheckSettings {
  /** Converting Markdown takes most of the time, and finds warnings alone. */
  readsBodies?: boolean
  zone?: TimeZone
  /** Of an earlier check, whose warnings are not repeated. */
  index?: NewsroomIndexFiles
}

/** Reads a newsroom as the portal does (SRC-72); later checks read changed files alone. Never rejects. */
export function newsroomCheck(
  root: string,
  services: readonly ServiceName[],
  { readsBodies = true, zone = 'UTC', index: indexFiles }: CheckSettings = {},
): () => Promise<NewsroomFindings> {
  // Without it the next check reads more.
  const index = indexFiles && createNewsroomIndex(indexFiles, () => {})
  const folder = createFolder(root, index)
  return async () => {
    const [errors, warnings]: [string[], string[]] = [[], []]
    const onError = (error: unknown): void => {
      const words = error instanceof Error ? error.message : String(error)
      ;(error instanceof NewsroomFileWarning ? warnings : errors).push(words)
    }
    const { files } = await folder.read().catch((error: unknown) => {
      onError(error)
      return { files: [] }
    })
    const calendar = calendarAt(Date.now(), zone)
    const catalogue = await buildCatalogue(files, services, undefined, onError, true, calendar, index)
    await index?.save(indexedArticles(files), indexedYaml(files))
    for (const { path, text } of files) {
      const [service = '', name = ''] = path.split(/\/(.*)/s)
      if (!services.includes(service) || !isFrontPage(name) || !catalogue.entries.has(path)) continue
      for (const warning of frontPageWarnings(path, text)) onError(warning)
    }
    const images = folderImages(root)
    const articles = articlesOf(catalogue)
    for (const article of readsBodies ? articles : []) {
      for (const src of missingImages(article, images)) {
        warnings.push(`${article.file}: the image "${src}" is not in the folder, or no JPEG, PNG, WebP or AVIF`)
      }
    }
    return { errors, warnings, articles, catalogue, calendar }
  }
}

function articlesOf({ services, pages, pageDrafts }: Catalogue): CatalogueArticle[] {
  const ofServices = [...services.values()].flatMap(({ articles, drafts }) => [...articles, ...drafts.values()])
  return [...ofServices, ...pages.values(), ...pageDrafts.values()]
}
