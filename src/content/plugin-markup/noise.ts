import { defaultTreeAdapter as tree } from 'parse5'
import { attribute, classesOf, type HtmlElement, type HtmlNode, visit } from '../html/tree.ts'

type Kind = 'share buttons' | 'view counts' | 'ratings' | 'related articles' | 'table of contents'

/** Classes, ids with `#`, beginnings with `*`: no editor or theme would choose them. */
const MARKS: Readonly<Record<Kind, string>> = {
  'share buttons':
    // Jetpack
    'sharedaddy sd-sharing sd-like jetpack-likes-widget-wrapper wp-block-jetpack-sharing-buttons wp-block-jetpack-like ' +
    // AddToAny, AddThis, ShareThis, Shareaholic
    'addtoany_share_save_container addtoany_content a2a_kit addthis_toolbox addthis_inline_share_toolbox addthis_tool ' +
    'sharethis-inline-share-buttons sharethis-inline-reaction-buttons shareaholic-canvas ' +
    // Simple Share Buttons Adder, Sassy Social Share, Super Socializer, Easy Social Share Buttons, MashShare
    'ssba ssba-wrap ssba-classic-2 ssbp-wrap heateor_sss_sharing_container the_champ_sharing_container essb_links ' +
    'mashsb-container mashsb-box ' +
    // Social Warfare, Monarch, Hubbub, Novashare, Shared Counts, Ultimate Social Icons, Scriptless, Simple Social Buttons
    'swp_social_panel et_social_inline dpsp-content-wrapper dpsp-networks-btns-wrapper dpsp-share-text novashare-buttons shared-counts-wrap ' +
    'sfsi_responsive_icons sfsi_widget sfsiaftrpstwpr sfsibeforpstwpr scriptlesssocialsharing simplesocialbuttons ' +
    'wp-block-outermost-social-sharing elementor-widget-share-buttons ' +
    'fb-share-button fb-like twitter-share-button g-plusone',
  'view counts':
    // Post Views Counter, Page Views Count, WP-PostViews, Top 10, WordPress Popular Posts
    'post-views pvc_stats epvc-post-count wp-block-post-views-counter-post-views tptn_counter',
  ratings:
    // WP-PostRatings, kk Star Ratings, YASR, Rate My Post, GD Rating System, WP ULike, Thumbs Rating, Helpful
    'post-ratings post-ratings-loading kk-star-ratings yasr-auto-insert-overall yasr-auto-insert-visitor yasr-vv-container ' +
    'rmp-widgets-container rmp-main gdrts-rating-block wpulike wp_ulike_general_class thumbs-rating-container ' +
    'helpful-block-content',
  'related articles':
    // Jetpack, YARPP, Contextual Related Posts, WP Related Posts, Related Posts by Taxonomy, for WordPress, Thumbnails
    'jp-relatedposts #jp-relatedposts wp-block-jetpack-related-posts yarpp yarpp-related wp-block-yarpp-yarpp-block ' +
    'crp_related #crp_related wp_rp_wrap #wp_rp_first zem_rp_wrap rpbt_related_posts rp4wp-related-posts ' +
    'relpost-thumb-wrapper yuzo_related_post tptn_posts wpp-list ' +
    'OUTBRAIN trc_related_container #taboola-*',
  'table of contents':
    // Easy Table of Contents, Table of Contents Plus, LuckyWP, Joli, Rank Math, Yoast, SimpleTOC, All in One SEO
    '#ez-toc-container ez-toc-container #toc_container toc_container lwptoc wpj-jtoc joli-toc #rank-math-toc ' +
    'wp-block-rank-math-toc-block wp-block-yoast-seo-table-of-contents wp-block-simpletoc-toc ' +
    'wp-block-aioseo-table-of-contents ' +
    // Ultimate Blocks, Kadence, Spectra, GutenTOC, Elementor, WordPress
    'wp-block-ub-table-of-contents-block ub_table-of-contents wp-block-kadence-tableofcontents kb-table-of-content-nav ' +
    'wp-block-uagb-table-of-contents uagb-toc__wrap wp-block-gutentoc-table-of-contents ' +
    'elementor-widget-table-of-contents wp-block-table-of-contents',
}

const BY_MARK = new Map<string, Kind>()
const BY_BEGINNING: Array<readonly [beginning: string, kind: Kind]> = []
for (const [kind, marks] of Object.entries(MARKS) as Array<[Kind, string]>) {
  for (const mark of marks.split(' ')) {
    if (mark.endsWith('*')) BY_BEGINNING.push([mark.slice(0, -1), kind])
    else BY_MARK.set(mark, kind)
  }
}

/** Spares most markup the walk. */
const SOME =
  /shar(?:e|ing)|addt(?:o|h)|a2a_|ssb|the_champ|essb_|mashsb|swp_|et_social|dpsp|sfsi|\bsd-|fb-like|plusone|jetpack|views|pvc_|tptn|rat(?:e|ing)|rmp-|yasr|gdrts|u?like|helpful|relat|yarpp|crp_|_rp_|rpbt|rp4wp|relpost|yuzo|wpp-list|OUTBRAIN|trc_|taboola|toc|table-?of-?content/

export function mayHoldNoise(markup: string): boolean {
  return SOME.test(markup)
}

/** The portal makes its own table of contents. In place. */
export function removeNoise(nodes: readonly HtmlNode[], onLeftOut: (kind: Kind) => void): void {
  const parts: Array<readonly [element: HtmlElement, kind: Kind]> = []
  visit(nodes, (element) => {
    const kind = kindOf(element)
    if (kind) parts.push([element, kind])
    return kind === undefined
  })
  for (const [element, kind] of parts) {
    tree.detachNode(element)
    onLeftOut(kind)
  }
}

function kindOf(element: HtmlElement): Kind | undefined {
  const id = attribute(element, 'id')
  const ofId = id === undefined ? undefined : kindOfMark(`#${id}`)
  if (ofId) return ofId
  for (const name of classesOf(element)) {
    const kind = BY_MARK.get(name)
    if (kind) return kind
  }
  return undefined
}

function kindOfMark(mark: string): Kind | undefined {
  return BY_MARK.get(mark) ?? BY_BEGINNING.find(([beginning]) => mark.startsWith(beginning))?.[1]
}
