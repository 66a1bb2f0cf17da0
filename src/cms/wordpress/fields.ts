import { YOAST_TAGS } from './wire.ts'

/** What is asked of each route: `_fields` keep an answer small, `_embed` saves a call. */

/** Links of an answer that are to be embedded in it; each needs its link among the fields. */
const EMBEDS = ['author', 'wp:term', 'wp:featuredmedia'] as const
type Embed = (typeof EMBEDS)[number]

const YOAST_FIELDS = [
  ...['title', 'description', 'canonical', 'robots', 'og_image', 'twitter_misc'],
  ...YOAST_TAGS.map(([field]) => field),
].map((name) => `yoast_head_json.${name}`)
const CARD = ['id', 'slug', 'status', 'link', 'date', 'date_gmt', 'modified_gmt', 'title.rendered', 'excerpt', 'sticky']
const ARTICLE = [...CARD, 'content', 'comment_status', ...YOAST_FIELDS]

export type Query = Record<string, string>

const asked = (fields: readonly string[], embeds: readonly Embed[] = []): Query => ({
  _fields: [...fields, ...embeds.map((name) => `_links.${name}`)].join(','),
  ...(embeds.length > 0 && { _embed: embeds.join(',') }),
})

export const CARD_QUERY = asked(CARD, EMBEDS)
/** Where a post's missing picture would bring the whole index of the site along (`pictures.ts`). */
export const CARD_QUERY_WITHOUT_PICTURES = asked([...CARD, 'featured_media'], ['author', 'wp:term'])
export const ARTICLE_QUERY = asked(ARTICLE, EMBEDS)
export const MEDIA_QUERY = asked(['id', 'source_url', 'alt_text', 'media_details'])
export const TERM_QUERY = asked([...['id', 'name', 'slug', 'taxonomy', 'description'], ...YOAST_FIELDS])
export const USER_QUERY = asked(['id', 'name', 'slug', 'description'])
export const BLOCK_QUERY = asked(['id', 'status', 'content'])
export const SETTINGS_QUERY = asked(['show_on_front', 'page_on_front'])
export const INDEX_QUERY = asked(['namespaces'])
export const ME_QUERY = asked(['slug', 'name', 'roles', 'capabilities'])
export const MENU_QUERY = asked(['id', 'slug', 'locations'])
export const MENU_ITEM_QUERY = asked(['id', 'title.rendered', 'url', 'parent', 'menu_order', 'type', 'object'])
export const NAVIGATION_QUERY = asked(['id', 'status', 'content'])
export const CHANGE_QUERY = asked(['id', 'link', 'status', 'modified_gmt'], ['author', 'wp:term'])
export const CONTENT_QUERY = asked(['id', 'content'])
export const COUNT_QUERY = asked(['id'])
