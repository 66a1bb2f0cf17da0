import type { ServiceName } from '../../services/service.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle, indexedArticles } from './catalogue.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import { createFolder } from './folder.ts'
import { folderImages, missingImages } from './folder-images.ts'
import { NewsroomFileWarning } from './front-matter.ts'
import { frontPageWarnings } from './front-page-blocks.ts'
import { isFrontPage } from './front-pages.ts'
import { createNewsroomIndex, type NewsroomIndexFiles } from './newsroom-index.ts'

/** What is wrong with the files of a newsroom: each line has file, line and remedy. */
export interface NewsroomFindings {
  /** Files that cannot be read. */
  errors: string[]
  /** What is left out, and images that are not there. */
  warnings: string[]
  /** Articles and pages that can be read, drafts too. */
  articles: CatalogueArticle[]
  catalogue: Catalogue
  calendar: Calendar
}

interface CheckSettings {
  /** Whether Markdown is converted, too, which takes most of the time and finds warnings alone. */
  readsBodies?: boolean
  zone?: TimeZone
  /** What an earlier check has read, whose warnings are not named again; written for the next one. */
  index?: NewsroomIndexFiles
}

/**
 * Reads every file of a newsroom, as the portal does (SRC-72), and after the first time only changed ones, whose
 * warnings it then names alone. Never rejects.
 */
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
    const catalogue = await buildCatalogue(files, services, undefined, onError, true, calendar, index?.withDigest)
    await index?.save(indexedArticles(files))
    for (const { path, text } of files) {
      const [service = '', name = ''] = path.split(/\/(.*)/s)
      if (!services.includes(service) || !isFrontPage(name) || !catalogue.entries.has(path)) continue
      for (const warning of frontPageWarnings(path, text)) onError(warning)
    }
    const images = folderImages(root)
    const articles = articlesOf(catalogue)
    for (const article of readsBodies ? articles : []) {
      // Markdown reports what it leaves out when its text is read.
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
