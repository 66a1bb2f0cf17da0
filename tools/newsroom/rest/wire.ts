/** Fields that an import needs. */
import * as z from 'zod'
import { withoutReadMore } from '../../../src/content/plugin-markup/read-more.ts'
import { plainText } from '../../../src/content/text.ts'
import type { SourceAttachment, SourcePost, SourceTerm } from '../source.ts'

const id = z.number().int().transform(String)
/** `raw` requires `context=edit`. */
const text = z.object({ raw: z.string().optional(), rendered: z.string().default('') })
const noText = { raw: undefined, rendered: '' }

export const restRoot = z.object({
  name: z.string().catch(''),
  url: z.string().optional(),
  home: z.string().optional(),
})

export const restUser = z.object({ id, slug: z.string().min(1), name: z.string().catch('') })

export const restTerm = z.object({
  id,
  slug: z.string().min(1),
  name: z.string().catch(''),
  description: z.string().catch(''),
})

export const restMedia = z
  .object({
    id,
    source_url: z.url({ protocol: /^https?$/ }),
    title: text.catch(noText),
    alt_text: z.string().catch(''),
    caption: text.catch(noText),
    post: z.number().nullish().catch(null),
    menu_order: z.number().int().catch(0),
  })
  .transform(
    (media): SourceAttachment => ({
      id: media.id,
      url: media.source_url,
      order: media.menu_order,
      title: media.title.rendered ? plainText(media.title.rendered) : undefined,
      alt: media.alt_text || undefined,
      caption: media.caption.rendered || undefined,
      parent: media.post ? String(media.post) : undefined,
    }),
  )

const restPost = z.object({
  id,
  guid: text.catch(noText),
  slug: z.string().catch(''),
  status: z.string(),
  type: z.string(),
  link: z.string().optional(),
  date_gmt: z.string().nullish(),
  modified_gmt: z.string().nullish(),
  title: text,
  content: text.extend({ protected: z.boolean().optional() }).catch({ ...noText, protected: undefined }),
  excerpt: text.catch(noText),
  password: z.string().optional(),
  author: z.number().int().catch(0),
  featured_media: z.number().int().catch(0),
  comment_status: z.string().optional(),
  sticky: z.boolean().catch(false),
  categories: z.array(z.number()).catch([]),
  tags: z.array(z.number()).catch([]),
})

export interface RestNames {
  users: ReadonlyMap<string, string>
  terms: ReadonlyMap<string, SourceTerm>
}

export function restPostOf(json: unknown, names: RestNames): SourcePost | undefined {
  const parsed = restPost.safeParse(json)
  if (!parsed.success) return undefined
  const post = parsed.data
  const login = names.users.get(String(post.author))
  const termsOf = (ids: readonly number[]) => ids.flatMap((one) => names.terms.get(String(one)) ?? [])
  const [published, modified] = [instantOf(post.date_gmt), instantOf(post.modified_gmt)]
  const guid = post.guid.raw ?? post.guid.rendered
  return {
    id: post.id,
    type: post.type,
    status: post.status,
    hasPassword: post.content.protected === true || (post.password ?? '') !== '',
    slug: post.slug,
    title: post.title.raw ?? post.title.rendered,
    authors: login === undefined ? [] : [login],
    categories: termsOf(post.categories),
    tags: termsOf(post.tags),
    isSticky: post.sticky,
    excerpt:
      post.excerpt.raw ??
      withoutReadMore(post.excerpt.rendered, post.link ?? '').replace(/(?<!\s)\s*\[(?:…|&hellip;|\.\.\.)\]/, '…'),
    content: post.content.raw ?? post.content.rendered,
    form: post.content.raw === undefined ? 'rendered' : 'stored',
    hasComments: post.comment_status === 'open',
    settings: {},
    guid: guid || undefined,
    link: post.link || undefined,
    published,
    modified,
    thumbnail: post.featured_media > 0 ? String(post.featured_media) : undefined,
  }
}

/** `2012-03-15T22:14:11`, in UTC without saying so. */
function instantOf(gmt: string | null | undefined): number | undefined {
  const instant = Date.parse(`${gmt ?? ''}Z`)
  return instant > 0 ? instant : undefined
}
