import type { Article } from '../content/article.ts'
import { encodedKey } from '../content/links.ts'
import { AMP_NEXT_PATH, cmsPath } from '../content/public-paths.ts'
import type { Service } from '../services/service.ts'
import { originOf } from './head.ts'

/** Articles lead on to others in AMP as on pages. */
export function leadsOn({ hasAmp, articleLayout }: Service): boolean {
  return hasAmp && articleLayout === 'scroll'
}

/** @param from position in the article's list */
export function ampNextUrl(article: Article, service: Service, from: number): string {
  return `${originOf(service)}${AMP_NEXT_PATH}${encodedKey(cmsPath(article.path))}?from=${from}`
}
