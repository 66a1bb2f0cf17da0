import type { Language } from '../../languages/language.ts'
import { archiveOf, type PageName, type ReadPage, termHead } from './archives.ts'
import type { WordPressClient } from './client.ts'
import { type Query, TERM_QUERY } from './fields.ts'
import type { OwnType, OwnTypes } from './own-types.ts'
import { periodAt } from './period.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import type { TtlCache } from './ttl-cache.ts'
import { pathOf, slugOf } from './urls.ts'
import { type RestTerm, restTerm } from './wire.ts'

/** Begins the slug of a post type's whole list: no path begins so. */
export const OF_TYPE = '@'

export interface FoundTerm {
  term?: RestTerm
}

export function ownArchives(
  client: WordPressClient,
  pageOf: ReadPage,
  ownTypes: OwnTypes,
  language: Language,
  terms: TtlCache<FoundTerm>,
): (slug: string, page: PageName, about: CallBudget) => Promise<object | undefined> {
  return async (slug, page, about) => {
    const period = periodAt(`/${slug}`, language)
    if (period) {
      const listPage = await pageOf(period.query, page, about)
      const head = { name: period.name, seo: { canonical: `/${slug}` } }
      return listPage && listPage.total > 0 ? archiveOf('category', head, listPage, page) : undefined
    }
    await ownTypes.ready(about)
    const type = slug.startsWith(OF_TYPE) ? typeOf(slug, ownTypes) : undefined
    const list = type ? { type } : ownTypes.listAt(`/${slug}`)
    if (!list) return undefined
    if ('type' in list) {
      const head = { name: textField(list.type.name), seo: { canonical: list.type.archive } }
      return archiveOf('category', head, await pageOf({}, page, about, list.type.route), page)
    }
    const { taxonomy, path } = list
    const { term } = await terms.get(path, about.rank, async () => {
      const query = { slug: slugOf(path), ...TERM_QUERY }
      const listed = await client.list(taxonomy.route, query, restTerm, about)
      return { term: listed?.items.find(({ link }) => link !== undefined && pathOf(link) === path) }
    })
    if (!term) return undefined
    const { parameter, isHierarchical, posts } = taxonomy
    const query: Query = isHierarchical
      ? { [`${parameter}[terms]`]: String(term.id), [`${parameter}[include_children]`]: 'true' }
      : { [parameter]: String(term.id) }
    return archiveOf('category', termHead(path, term), await pageOf(query, page, about, posts), page)
  }
}

/** @param slug begins with `OF_TYPE` */
export function typeOf(slug: string, ownTypes: OwnTypes): OwnType | undefined {
  return ownTypes.all().find((type) => `${OF_TYPE}${type.slug}` === slug)
}
