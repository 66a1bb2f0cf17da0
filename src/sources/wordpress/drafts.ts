import { articleOf } from './article.ts'
import { isProtected } from './card.ts'
import type { WordPressClient } from './client.ts'
import { blocksOf, type SiteContent } from './content.ts'
import { AUTOSAVE_QUERY, DRAFT_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { hasOwnPath, pathOf } from './urls.ts'
import { type RestAutosave, type RestDraft, restAutosave, restDraft, restEditableTypes } from './wire.ts'

export interface Drafts {
  /**
   * An editor's last autosave of a post of any type, or the post, in an editor's rendering.
   * @param id digits; any other is missing
   * @returns undefined for a post that does not exist, or is in the trash
   * @throws {SourceError} also without credentials of an editor
   */
  draft(id: string, about: CallBudget): Promise<object | undefined>
}

const ID = /^[1-9]\d{0,18}$/
const ROUTES = ['wp/v2/posts', 'wp/v2/pages'] as const
/** Not texts of their own, or in `ROUTES`. */
const OTHER_TYPES = /^(?:post|page|attachment|nav_menu_item|wp_.*)$/
/** Further types, read all at once. */
const MAX_TYPES = 20
const TYPES = { context: 'edit' }

export function createDrafts(client: WordPressClient, site: SiteContent): Drafts {
  const read = (route: string, id: string, about: CallBudget): Promise<RestDraft | undefined> =>
    client.item(`${route}/${id}`, { context: 'edit', ...DRAFT_QUERY }, restDraft, about)

  /** Ids are unique among all types, whose routes differ. */
  const routedDraft = async (
    id: string,
    about: CallBudget,
  ): Promise<{ route: string; post: RestDraft } | undefined> => {
    const usual = await Promise.all(ROUTES.map(async (route) => ({ route, post: await read(route, id, about) })))
    const types = usual.some(({ post }) => post)
      ? undefined
      : await client.item('wp/v2/types', TYPES, restEditableTypes, about)
    const others = Object.entries(types ?? {}).flatMap(([name, type]) =>
      type?.viewable && !OTHER_TYPES.test(name) ? [`wp/v2/${type.rest_base}`] : [],
    )
    const further = others.slice(0, MAX_TYPES).map(async (route) => ({
      route,
      post: await read(route, id, about).catch(() => undefined),
    }))
    return [...usual, ...(await Promise.all(further))].flatMap(({ route, post }) => (post ? [{ route, post }] : []))[0]
  }

  const newestAutosave = async (
    { route, post }: { route: string; post: RestDraft },
    about: CallBudget,
  ): Promise<RestAutosave | undefined> => {
    const query = { context: 'edit', ...AUTOSAVE_QUERY }
    const listed = await client.list(`${route}/${post.id}/autosaves`, query, restAutosave, about)
    return (listed?.items ?? [])
      .filter(({ modified_gmt: saved = '' }) => saved > (post.modified_gmt ?? ''))
      .sort((a, b) => ((a.modified_gmt ?? '') < (b.modified_gmt ?? '') ? 1 : -1))[0]
  }

  return {
    async draft(id, about) {
      const routed = ID.test(id) ? await routedDraft(id, about) : undefined
      if (!routed || routed.post.status === 'trash') return undefined
      const { post } = routed
      const newest = await newestAutosave(routed, about)
      const { title, content, excerpt } = newest ?? post
      // WordPress prefixes their rendered titles.
      const isPrefixed = post.status === 'private' || isProtected(post)
      const link = linkOf(post, client.url)
      const blocks = await blocksOf(content && { ...content, protected: false }, async () => content?.rendered, site)
      const open: RestDraft = {
        ...post,
        link,
        status: 'publish',
        title: title && { ...title, rendered: (isPrefixed && title.raw) || title.rendered },
        content: content && { ...content, protected: false },
        excerpt: excerpt && { ...excerpt, protected: false },
      }
      const article = articleOf(open, pathOf(link) ?? '/', { blocks, hasDiscussion: false })
      return article && { ...article, nrm_meta_noindex: true }
    },
  }
}

/** A draft itself is only at `/?p=12`. */
function linkOf(
  { id, link, slug, permalink_template: template, generated_slug: generated }: RestDraft,
  siteUrl: string,
) {
  if (hasOwnPath(link)) return link
  const name = slug || generated
  const planned = name && template?.replace(/%(?:postname|pagename)%/, () => name)
  return planned && hasOwnPath(planned) ? planned : `${siteUrl}/${id}`
}
