import { YOAST_TAGS } from './wire.ts'

/** `_fields` keeps a response small, `_embed` saves a call; embedded links must be among the fields. */
const EMBEDS = ['author', 'wp:term', 'wp:featuredmedia'] as const
type Embed = (typeof EMBEDS)[number]

const YOAST_FIELDS = [
  ...['title', 'description', 'canonical', 'robots', 'og_image', 'twitter_misc'],
  ...YOAST_TAGS.map(([field]) => field),
].map((name) => `yoast_head_json.${name}`)
const CARD = [
  'id',
  'slug',
  'status',
  'link',
  'date',
  'date_gmt',
  'modified_gmt',
  'title.rendered',
  'excerpt',
  'sticky',
  'format',
  'authors',
]
const LANGUAGE = ['lang', 'translations', 'wpml_current_locale', 'wpml_translations']
const ARTICLE = [...CARD, 'type', 'content', 'comment_status', ...LANGUAGE, ...YOAST_FIELDS]

export type Query = Record<string, string>

export const queryOf = (fields: readonly string[], embeds: readonly Embed[] = []): Query => ({
  _fields: [...fields, ...embeds.map((name) => `_links.${name}`)].join(','),
  ...(embeds.length > 0 && { _embed: embeds.join(',') }),
})

export const CARD_QUERY = queryOf(CARD, EMBEDS)
/** Where a post's missing image would embed the whole index (`images.ts`). */
export const CARD_QUERY_WITHOUT_IMAGES = queryOf([...CARD, 'featured_media'], ['author', 'wp:term'])
const TEXT = [...CARD, 'content', 'yoast_head_json.robots']
export const TEXT_QUERY = queryOf(TEXT, EMBEDS)
export const TEXT_QUERY_WITHOUT_IMAGES = queryOf([...TEXT, 'featured_media'], ['author', 'wp:term'])
/** For feeds and sitemaps: excerpts would make WordPress filter the whole text. */
const BULK = [...CARD.filter((field) => field !== 'excerpt'), 'excerpt.protected', 'yoast_head_json.robots']
export const BULK_QUERY = queryOf(BULK, ['wp:featuredmedia'])
export const BULK_QUERY_WITHOUT_IMAGES = queryOf([...BULK, 'featured_media'])
export const DIRECTORY_TERM_QUERY = queryOf(['id', 'name', 'slug', 'link', 'taxonomy', 'yoast_head_json.robots'])
export const DIRECTORY_PAGE_QUERY = queryOf([
  ...['id', 'slug', 'status', 'link', 'modified_gmt', 'content.protected', 'yoast_head_json.robots'],
])
export const ARTICLE_QUERY = queryOf(ARTICLE, EMBEDS)
/** `permalink_template` and `generated_slug` say where a draft will be. */
export const DRAFT_QUERY = queryOf([...ARTICLE, 'title.raw', 'permalink_template', 'generated_slug'], EMBEDS)
export const AUTOSAVE_QUERY = queryOf(['id', 'modified_gmt', 'title', 'content', 'excerpt'])
export const MEDIA_QUERY = queryOf(['id', 'source_url', 'alt_text', 'caption', 'media_details'])
export const LENGTH_QUERY = queryOf(['id', 'media_details.length'])
export const ATTACHMENT_QUERY = queryOf(['id', 'post', 'source_url'])
export const TERM_QUERY = queryOf([...['id', 'name', 'slug', 'link', 'taxonomy', 'description'], ...YOAST_FIELDS])
export const USER_QUERY = queryOf(['id', 'name', 'slug', 'description'])
export const BLOCK_QUERY = queryOf(['id', 'status', 'content'])
export const SETTINGS_QUERY = queryOf(['show_on_front', 'page_on_front'])
export const INDEX_QUERY = queryOf(['namespaces'])
export const INDEX_URL_QUERY = queryOf(['url'])
export const ME_QUERY = queryOf(['slug', 'name', 'roles', 'capabilities'])
export const MENU_QUERY = queryOf(['id', 'slug', 'locations'])
export const MENU_ITEM_QUERY = queryOf(['id', 'title.rendered', 'url', 'parent', 'menu_order', 'type', 'object'])
export const NAVIGATION_QUERY = queryOf(['id', 'status', 'content'])
export const CHANGE_QUERY = queryOf(['id', 'link', 'status', 'modified_gmt'], ['author', 'wp:term'])
export const MONTH_QUERY = queryOf(['id', 'date', 'modified_gmt'])
export const REVISION_QUERY = queryOf(['id', 'link', 'modified_gmt'])
export const CONTENT_QUERY = queryOf(['id', 'content'])
export const TYPE_QUERY: Query = { context: 'view' }
export const TAXONOMY_QUERY: Query = { context: 'view' }
export const SLUG_QUERY = queryOf(['slug'])
export const LINK_QUERY = queryOf(['link'])
export const TRANSLATION_QUERY = queryOf(['id', 'link'])
export const COUNT_QUERY = queryOf(['id'])
/** Never `author_avatar_urls`, which contain hashes of e-mail addresses. WordPress ignores parts of `content`. */
export const COMMENT_QUERY = queryOf(['id', 'parent', 'author_name', 'author_url', 'date_gmt', 'content'])
export const NEWEST_COMMENTS_QUERY: Query = {
  _fields: `${COMMENT_QUERY._fields},_links.up`,
  _embed: 'up',
}
export const COMMENT_CHANGE_QUERY = queryOf(['id', 'post'])
