import type { Behave } from './hub-server.ts'

/** An article of a hub whose content changes. */
export interface HubArticle {
  id: string
  slug: string
  title: string
  lead?: string
  text?: string
  author?: string
  category?: { name: string; slug: string }
  /** `2026-03-05 07:00:00` */
  published?: string
  revised?: string
  isNoindex?: boolean
  /** In no list, as an article of another category than the newest; the search finds it. */
  isElsewhere?: boolean
}

const PER_PAGE = 4
/** Results of one page of its search. */
export const HUB_RESULTS = 10
const LIST = /^\/wp-json\/hub\/v2\/taxonomy\/category\/najnowsze\/(\d+)$/
const ARTICLE = /^\/wp-json\/bb\/v2\/post\/2026\/03\/([^/]+)$/
const SEARCH = /^\/wp-json\/hub\/v2\/search\/([^/]+)\/(\d+)$/

/** Behaviour of a hub with these articles, newest first: lists, articles, and a search that compares letters of titles and texts. */
export function hubOf(articles: readonly HubArticle[]): Behave {
  return ({ path }) => {
    const json = responseOf(articles, path)
    return json && { body: JSON.stringify(json) }
  }
}

function responseOf(articles: readonly HubArticle[], path: string): object | undefined {
  const [, page] = LIST.exec(path) ?? []
  if (page !== undefined) {
    const from = (Math.max(1, Number(page)) - 1) * PER_PAGE
    const listed = articles.filter(({ isElsewhere }) => !isElsewhere)
    const posts = listed.slice(from, from + PER_PAGE).map(cardOf)
    const list = { type: 'category', name: 'Najnowsze', seo: {}, blocks: [], posts }
    return { ...list, sumOfPosts: listed.length, postPerPage: PER_PAGE, ad_slots: [] }
  }
  const [, query, searchPage] = SEARCH.exec(path) ?? []
  if (query !== undefined) {
    const from = (Number(searchPage) - 1) * HUB_RESULTS
    return {
      posts: foundByHub(articles, query)
        .slice(from, from + HUB_RESULTS)
        .map(cardOf),
    }
  }
  const [, slug] = ARTICLE.exec(path) ?? []
  const article = articles.find((one) => one.slug === slug)
  if (!article) return undefined
  const block = { blockName: 'core/paragraph', attrs: [], innerHTML: `<p>${article.text ?? ''}</p>`, innerBlocks: [] }
  return { ...cardOf(article), blocks: [block], seo: {}, author: false, next_posts_for_this_post: [], fields: [] }
}

/** What its search finds, on all pages. */
export function foundByHub(articles: readonly HubArticle[], query: string): HubArticle[] {
  const wanted = query.toLowerCase()
  return articles.filter(({ title, text = '' }) => `${title}\n${text}`.toLowerCase().includes(wanted))
}

function cardOf({
  id,
  slug,
  title,
  lead,
  author,
  category,
  published,
  revised,
  isNoindex = false,
}: HubArticle): object {
  return {
    ID: id,
    type: 'post',
    title,
    lead: lead ?? 'Zajawka.',
    relative_link: `/2026/03/${slug}`,
    permalink: `https://cms.szpalta.test/2026/03/${slug}/`,
    publication_date: published ?? '2026-03-05 07:00:00',
    post_generated_date: revised ?? '',
    nrm_author: author ? { name: author, relative_link: '/author/kto' } : false,
    nrm_multi_authors: [],
    krypto_cat: category ? [{ ...category, relative_link: `/kategoria/${category.slug}` }] : [],
    categories: [],
    nrm_meta_noindex: isNoindex,
  }
}
