import type { ParsedBlock } from '../block-grammar.ts'
import { cardOf, isProtected, personOf } from './card.ts'
import { authorsInField } from './co-authors.ts'
import { type PluginHead, seoOf, yoastHeadOf } from './head.ts'
import { articleLead, textField } from './text.ts'
import { languageOf, type Translation } from './translations.ts'
import { authorsOf, type RestPost, type RestUser } from './wire.ts'

export interface PostAdditions {
  head?: PluginHead
  comments?: number
  hasDiscussion: boolean
  blocks: ParsedBlock[]
  /** The text goes on for members. */
  isRestricted?: boolean
  translations?: readonly Translation[]
  authors?: readonly RestUser[]
  isPartial?: boolean
}

/**
 * A post or a page in the hub's form; with a password it has its title and a notice.
 * @returns undefined for an unpublished post, and for one without a path of its own
 */
export function articleOf(
  post: RestPost,
  path: string,
  { head, comments, blocks, isRestricted = false, hasDiscussion, translations = [], authors }: PostAdditions,
): object | undefined {
  const card = cardOf(post, undefined, authors)
  if (!card) return undefined
  const plugin = yoastHeadOf(post.yoast_head_json) ?? head
  const isHidden = isProtected(post)
  const isOpen = post.comment_status === 'open'
  const language = languageOf(post)
  const author = (authors ?? authorsInField(post) ?? authorsOf(post._embedded))[0]
  return {
    ...card,
    lead: isHidden ? '' : articleLead(post.excerpt?.rendered, post.content?.rendered, post.link),
    blocks,
    seo: seoOf(post, path, plugin),
    nrm_meta_noindex: isHidden,
    author: author ? profileOf(author) : false,
    // A choice would cost a call for each, so the newest articles stand in.
    next_posts_for_this_post: [],
    ad_slots: [],
    restricted: isRestricted || undefined,
    full_text: isRestricted ? post.link : undefined,
    fields: { showComments: isOpen && !isHidden },
    discussion: hasDiscussion && !isHidden ? { isOpen } : undefined,
    language: language || undefined,
    translations,
    nrm_interactions: comments === undefined ? undefined : { comments },
  }
}

/** Without e-mail and portrait (`wire.ts`). */
export function profileOf(user: RestUser) {
  return { ...personOf(user), description: textField(user.description) }
}
