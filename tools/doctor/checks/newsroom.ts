import type { ServiceName } from '../../../src/services/service.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle } from '../../../src/sources/embedded/catalogue.ts'
import { calendarAt } from '../../../src/sources/embedded/dated-parts.ts'
import { createFolder } from '../../../src/sources/embedded/folder.ts'
import { folderImages, missingImages } from '../../../src/sources/embedded/folder-images.ts'
import { NewsroomFileWarning } from '../../../src/sources/embedded/front-matter.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'
import { plannedIn } from './planned.ts'

/** Named in one finding. */
const MAX_NAMED = 30

/** Reads every file of an embedded newsroom, as the portal does (SRC-72). */
export function newsroomChecks(folder: string, services: readonly ServiceName[], zone: TimeZone = 'UTC'): Check[] {
  return [{ title: 'Reading the newsroom', run: () => read(folder, services, zone) }]
}

async function read(folder: string, services: readonly ServiceName[], zone: TimeZone): Promise<Finding> {
  const [errors, warnings]: [string[], string[]] = [[], []]
  const onError = (error: unknown): void => {
    const words = error instanceof Error ? error.message : String(error)
    ;(error instanceof NewsroomFileWarning ? warnings : errors).push(words)
  }
  const { files } = await createFolder(folder)
    .read()
    .catch((error: unknown) => {
      onError(error)
      return { files: [] }
    })
  const calendar = calendarAt(Date.now(), zone)
  const catalogue = await buildCatalogue(files, services, undefined, onError, true, calendar)
  const images = folderImages(folder)
  const articles = articlesOf(catalogue)
  for (const article of articles) {
    // Markdown reports what it leaves out when its text is read.
    const missing = missingImages(article, images)
    warnings.push(
      ...missing.map(
        (src) => `${article.file}: the image "${src}" is not in the folder, or no JPEG, PNG, WebP or AVIF`,
      ),
    )
  }
  const planned = plannedIn(catalogue, articles, calendar)
  warnings.push(...planned.remarks)
  if (errors.length > 0) {
    return bad(
      `${errors.length} ${errors.length === 1 ? 'file' : 'files'} of the newsroom cannot be read:\n${listed(errors)}`,
      `Each line names what to change. The other ${articles.length} articles and pages are shown.`,
    )
  }
  if (warnings.length > 0) {
    return weak(
      `${articles.length} articles and pages can be read; ${warnings.length} remarks:\n${listed(warnings)}`,
      'Correct what is meant otherwise; what is unknown is left out.',
    )
  }
  const coming = planned.lines.length > 0 ? ` Planned:\n${listed(planned.lines)}` : ''
  return good(`${articles.length} articles and pages of the newsroom can be read.${coming}`)
}

function articlesOf({ services, pages, pageDrafts }: Catalogue): CatalogueArticle[] {
  const ofServices = [...services.values()].flatMap(({ articles, drafts }) => [...articles, ...drafts.values()])
  return [...ofServices, ...pages.values(), ...pageDrafts.values()]
}

function listed(lines: readonly string[]): string {
  const rest = lines.length - MAX_NAMED
  return [...lines.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])]
    .map((line) => `     ${line}`)
    .join('\n')
}
