import { renderedText } from '../../../src/content/plugin-markup/plugin-markup.ts'
import { normalise } from '../world.ts'

/** As each plugin writes it around or into a text. */
const PARTS: ReadonlyArray<readonly [plugin: string, kind: string, markup: string]> = [
  [
    'Jetpack',
    'share buttons',
    '<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing"><h3 class="sd-title">Share this:</h3><div class="sd-content"><ul><li class="share-x"><a rel="nofollow" href="https://cms.szpalta.test/a/?share=x">Click to share on X</a></li></ul></div></div></div>',
  ],
  [
    'AddToAny',
    'share buttons',
    '<div class="addtoany_share_save_container addtoany_content addtoany_content_bottom"><div class="a2a_kit a2a_kit_size_32 addtoany_list"><a class="a2a_button_facebook" href="https://www.addtoany.com/add_to/facebook">Facebook</a></div></div>',
  ],
  [
    'Simple Share Buttons Adder',
    'share buttons',
    '<div class="ssba-classic-2 ssba ssbp-wrap left ssbp--theme-1"><div style="text-align:left"><span class="ssba-share-text">Share this...</span><a class="ssba_facebook_share" href="https://www.facebook.com/sharer.php">f</a></div></div>',
  ],
  [
    'Sassy Social Share',
    'share buttons',
    '<div class="heateor_sss_sharing_container heateor_sss_horizontal_sharing"><div class="heateor_sss_sharing_title">Spread the love</div></div>',
  ],
  [
    'Social Warfare',
    'share buttons',
    '<div class="swp_social_panel swp_horizontal_panel swp_flat_fresh"><div class="nc_tweetContainer swp_share_button"><a href="#">Share</a><span class="swp_count">0</span></div></div>',
  ],
  [
    'Easy Social Share Buttons',
    'share buttons',
    '<div class="essb_links essb_displayed_bottom essb_share"><ul class="essb_links_list"><li>Facebook</li></ul></div>',
  ],
  [
    'Post Views Counter',
    'view counts',
    '<div class="post-views content-post post-12 entry-meta"><span class="post-views-label">Post Views:</span> <span class="post-views-count">1 204</span></div>',
  ],
  [
    'Page Views Count',
    'view counts',
    '<p id="pvc_stats_12" class="pvc_stats all" data-element-id="12"> 204 total views, 3 views today</p>',
  ],
  [
    'WP-PostRatings',
    'ratings',
    '<div id="post-ratings-12" class="post-ratings"><img src="rating_on.gif" alt="1 Star"> (<strong>4</strong> votes, average: <strong>4.50</strong> out of 5)</div>',
  ],
  [
    'kk Star Ratings',
    'ratings',
    '<div class="kk-star-ratings kksr-auto kksr-align-left"><div class="kksr-legend">5/5 - (2 votes)</div></div>',
  ],
  [
    'YASR',
    'ratings',
    '<div class="yasr-auto-insert-visitor"><div class="yasr-vv-container">Click to rate this post!</div></div>',
  ],
  [
    'YARPP',
    'related articles',
    '<div class="yarpp yarpp-related yarpp-related-website"><p>Related posts:</p><ol><li><a href="https://cms.szpalta.test/b/">B</a></li></ol></div>',
  ],
  [
    'Jetpack',
    'related articles',
    '<div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>Related</em></h3></div>',
  ],
  [
    'Contextual Related Posts',
    'related articles',
    '<div class="crp_related crp-rounded-thumbs"><h3>Related Posts:</h3><ul><li>C</li></ul></div>',
  ],
  [
    'Easy Table of Contents',
    'table of contents',
    '<div id="ez-toc-container" class="ez-toc-v2_0_68 counter-hierarchy"><p class="ez-toc-title">Spis treści</p><nav><ul><li><a href="#a">A</a></li></ul></nav></div>',
  ],
  [
    'Table of Contents Plus',
    'table of contents',
    '<div id="toc_container" class="no_bullets"><p class="toc_title">Contents</p><ul class="toc_list"><li>A</li></ul></div>',
  ],
  [
    'LuckyWP',
    'table of contents',
    '<div class="lwptoc lwptoc-autoWidth"><div class="lwptoc_i"><b class="lwptoc_title">Contents</b></div></div>',
  ],
  [
    'Rank Math',
    'table of contents',
    '<div class="wp-block-rank-math-toc-block" id="rank-math-toc"><h2>Spis</h2><nav><ul><li>A</li></ul></nav></div>',
  ],
]

test.each(PARTS)('%s: %s are no words of the article (SRC-48)', (_, kind, markup) => {
  const { blocks, problems } = normalise([
    { blockName: null, innerHTML: `<p>Treść.</p>${markup}<p>Koniec.</p>`, attrs: [], innerBlocks: [] },
  ])
  expect(blocks).toEqual([{ type: 'html', html: '<p>Treść.</p><p>Koniec.</p>' }])
  expect(problems).toMatchObject([{ kind: `left out, of plugins: 1 of ${kind}` }])
  expect(renderedText(`<p>Treść.</p>${markup}`)).toBe('Treść.')
})

test.each([
  '<div class="ramka"><p>Share this: podziel się kodem.</p></div>',
  '<h2 id="share">Udostępnianie</h2><p>Related posts, views and ratings.</p>',
  '<ul class="lista"><li>toc</li></ul>',
  '<p class="post-viewscreen">Tekst</p>',
])('an editor’s own words stay: %s', (innerHTML) => {
  const { blocks, problems } = normalise([{ blockName: null, innerHTML, attrs: [], innerBlocks: [] }])
  expect(JSON.stringify(blocks).replace(/<[^>]*>/g, '')).toContain(innerHTML.replace(/<[^>]*>/g, '').slice(0, 12))
  expect(problems).toEqual([])
})

test('kinds are counted in one line', () => {
  const innerHTML = PARTS.map(([, , markup]) => markup).join('')
  const { problems } = normalise([{ blockName: null, innerHTML, attrs: [], innerBlocks: [] }])
  expect(problems.map(({ kind }) => kind)).toEqual([
    'left out, of plugins: 6 of share buttons, 2 of view counts, 3 of ratings, 3 of related articles, 4 of table of contents',
  ])
})
