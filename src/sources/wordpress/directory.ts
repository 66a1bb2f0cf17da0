import type { DirectoryEntry, DirectoryKind, DirectoryPage } from '../../services/list-kind.ts'
import { POSTS_PER_BULK } from '../source.ts'
import { isExcluded, isProtected, isPublished, utc } from './card.ts'
import type { Listed, WordPressClient } from './client.ts'
import { DIRECTORY_PAGE_QUERY, DIRECTORY_TERM_QUERY, type Query, USER_QUERY } from './fields.ts'
import type { OwnTypes } from './own-types.ts'
import type { CallBudget } from './rest-calls.ts'
import { pathOf, TERM_FOLDERS } from './urls.ts'
import { restPost, restTerm, restUser } from './wire.ts'

/** Terms and authors with posts, and pages, as far as readers and search engines may see them (MAP-9). */
export type Directory = (
  kind: Exclude<DirectoryKind, 'series'>,
  page: number,
  about: CallBudget,
) => Promise<DirectoryPage>

export function createDirectory(client: WordPressClient, ownTypes: OwnTypes): Directory {
  const termsAt = async (
    route: string,
    page: number,
    about: CallBudget,
    pathOfTerm: (term: { slug: string; link?: string | undefined }) => string | undefined,
  ): Promise<DirectoryPage> => {
    const query: Query = { ...paged(page), hide_empty: 'true', ...DIRECTORY_TERM_QUERY }
    const listed = await client.list(route, query, restTerm, about)
    return pageOf(listed, page, (term) => {
      const path = pathOfTerm(term)
      return path === undefined || isExcluded(term.yoast_head_json) ? [] : [{ path }]
    })
  }
  const pagesAt = async (page: number, about: CallBudget): Promise<DirectoryPage> => {
    const query: Query = { ...paged(page), status: 'publish', ...DIRECTORY_PAGE_QUERY }
    const listed = await client.list('wp/v2/pages', query, restPost, about)
    return pageOf(listed, page, (post) => {
      const path = pathOf(post.link)
      const isHidden = path === undefined || !isPublished(post) || isProtected(post) || isExcluded(post.yoast_head_json)
      if (isHidden) return []
      return [{ path, modified: utc(post.modified_gmt) }]
    })
  }
  const authorsAt = async (page: number, about: CallBudget): Promise<DirectoryPage> => {
    const query: Query = { ...paged(page), has_published_posts: 'post', ...USER_QUERY }
    const listed = await client.list('wp/v2/users', query, restUser, about)
    return pageOf(listed, page, ({ slug }) => [{ path: TERM_FOLDERS.author + slug }])
  }

  /** A page of each taxonomy. */
  const ownTermsAt = async (page: number, about: CallBudget): Promise<DirectoryPage> => {
    await ownTypes.ready(about)
    const archives = ownTypes.all().flatMap(({ archive }) => (archive === undefined ? [] : [{ path: archive }]))
    const terms: DirectoryPage = { entries: page === 1 ? archives : [], isLast: true }
    for (const { route } of ownTypes.taxonomies()) {
      const { entries, isLast } = await termsAt(route, page, about, ({ link }) => link && pathOf(link))
      terms.entries.push(...entries)
      terms.isLast &&= isLast
    }
    return terms
  }

  return (kind, page, about) => {
    switch (kind) {
      case 'category':
        return termsAt('wp/v2/categories', page, about, ({ slug }) => TERM_FOLDERS.category + slug)
      case 'tag':
        return termsAt('wp/v2/tags', page, about, ({ slug }) => TERM_FOLDERS.tag + slug)
      case 'author':
        return authorsAt(page, about)
      case 'path':
        return ownTermsAt(page, about)
      case 'page':
        return pagesAt(page, about)
    }
  }
}

function pageOf<T>(listed: Listed<T> | undefined, page: number, entryOf: (item: T) => DirectoryEntry[]): DirectoryPage {
  const { items = [], total = 0 } = listed ?? {}
  return { entries: items.flatMap(entryOf), isLast: total <= page * POSTS_PER_BULK }
}

function paged(page: number): Query {
  // Later additions move nothing to another sitemap (MAP-16).
  return { per_page: String(POSTS_PER_BULK), page: String(page), orderby: 'id', order: 'asc' }
}
