export type CoreTreatment =
  /** The portal's block of that name. */
  | 'type'
  /** Another block type. */
  | 'converted'
  /** Its saved markup, with inner blocks in place. */
  | 'markup'
  /** WordPress' rendering. */
  | 'rendered'
  /** A part of its container. */
  | 'part'
  /** A form, a control or a mark, without anything to read. */
  | 'nothing'

const NAMES: Record<CoreTreatment, string> = {
  type:
    'audio block code columns cover details embed gallery group heading html image list paragraph quote ' +
    'separator spacer table video',
  converted: 'file media-text pullquote',
  markup: 'button buttons freeform math missing preformatted text-columns verse',
  rendered:
    'archives calendar categories comment-author-name comment-content comment-date comment-template comments ' +
    'comments-title footnotes home-link latest-comments latest-posts legacy-widget navigation navigation-link ' +
    'navigation-submenu page-list page-list-item pattern post-author post-author-biography post-author-name ' +
    'post-content post-date post-excerpt post-featured-image post-template post-terms post-title query ' +
    'query-no-results query-title query-total read-more rss shortcode site-tagline site-title social-link ' +
    'social-links tag-cloud template-part term-description widget-group',
  part: 'column list-item',
  nothing:
    'avatar comment-edit-link comment-reply-link comments-pagination comments-pagination-next ' +
    'comments-pagination-numbers comments-pagination-previous loginout more nextpage post-comments-form ' +
    'post-navigation-link query-pagination query-pagination-next query-pagination-numbers ' +
    'query-pagination-previous search site-logo',
}

export const LEFT_OUT_CLASSES: ReadonlySet<string> = new Set(NAMES.nothing.split(' ').map((name) => `wp-block-${name}`))

/** Of WordPress 6.8 (BLOCK-45). */
export const CORE_BLOCKS: ReadonlyMap<string, CoreTreatment> = new Map(
  Object.entries(NAMES).flatMap(([treatment, names]) =>
    names.split(' ').map((name) => [`core/${name}`, treatment as CoreTreatment]),
  ),
)
