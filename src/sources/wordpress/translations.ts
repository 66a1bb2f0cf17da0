import * as z from 'zod'
import { text } from '../../content/wire.ts'
import type { WordPressClient } from './client.ts'
import { TRANSLATION_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { type RestPost, restTranslation } from './wire.ts'

export interface Translation {
  language: string
  url: string
}

const MAX_TRANSLATIONS = 20
const wpml = z.array(z.object({ locale: z.string(), href: text, url: text }).optional().catch(undefined)).catch([])
/** By language; an empty map arrives as a list. */
const polylang = z.record(z.string(), z.number().int()).catch({})

/** Polylang's `lang`, or WPML's locale (`pl_PL`). */
export function languageOf({ lang, wpml_current_locale: locale }: RestPost): string | undefined {
  return (lang ?? locale)?.replaceAll('_', '-')
}

export function takesTranslationCall(post: RestPost): boolean {
  return idsOf(post).length > 0
}

/** Polylang names ids, WPML URLs. Never rejects. */
export async function translationsOf(
  post: RestPost,
  client: WordPressClient,
  route: string,
  about: CallBudget,
  onMissed: (error: unknown) => undefined,
): Promise<Translation[]> {
  const named = wpml
    .parse(post.wpml_translations)
    .slice(0, MAX_TRANSLATIONS)
    .flatMap((one): Translation[] => {
      const url = one?.href ?? one?.url
      return one && url ? [{ language: one.locale.replaceAll('_', '-'), url }] : []
    })
  const ids = idsOf(post)
  if (ids.length === 0) return named
  const include = ids.map(([, id]) => id).join(',')
  // Without `lang` Polylang lists the default language only.
  const query = { include, per_page: String(ids.length), status: 'publish', lang: '', ...TRANSLATION_QUERY }
  const listed = await client.list(route, query, restTranslation, about).catch(onMissed)
  const links = new Map((listed?.items ?? []).map(({ id, link }) => [id, link]))
  return ids.flatMap(([language, id]) => {
    const url = links.get(id)
    return url === undefined ? [] : [{ language, url }]
  })
}

function idsOf({ id: own, translations }: RestPost): Array<[language: string, id: number]> {
  const others = Object.entries(polylang.parse(translations)).filter(([, id]) => id !== own)
  return others.slice(0, MAX_TRANSLATIONS)
}
