import { hasUrl } from '../../services/registry.ts'
import type { Article } from '../article.ts'
import { absoluteUrl, articlePath, type LinkRules, portalAt } from '../links.ts'
import type { WireArticle } from '../wire.ts'

/** The primary part of a language tag, with its region or script. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i

/** Sets a language other than the service's (LANG-8), and translations on known portals (LANG-9). */
export function languageFields(
  { language, translations }: WireArticle,
  rules: LinkRules,
): Pick<Article, 'language' | 'translations'> {
  const isForeign =
    language !== undefined &&
    LANGUAGE.test(language) &&
    language.split('-')[0]?.toLowerCase() !== rules.service.language
  const known = translations.flatMap(({ language, url: written }) => {
    const url = LANGUAGE.test(language) ? URL.parse(written) : null
    const portal = url && portalAt(url, rules)
    // A language in a parameter has no page of its own on the portal.
    return url && url.search === '' && portal && hasUrl(portal)
      ? [{ language, url: absoluteUrl(articlePath(url.pathname, portal), portal) }]
      : []
  })
  return { language: isForeign ? language : undefined, translations: known.length > 0 ? known : undefined }
}
