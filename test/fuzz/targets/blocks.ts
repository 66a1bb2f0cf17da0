import fc from 'fast-check'
import { parseBlocks } from '../../../src/sources/block-grammar.ts'
import { articleOf, problemsOf, renderAmp, renderPage } from '../../support/render.ts'
import { nasty } from '../inputs.ts'
import { inTime, suspicious } from '../invariants.ts'
import type { Target } from '../target.ts'

const NAMES = [
  'paragraph',
  'heading',
  'list',
  'list-item',
  'quote',
  'table',
  'image',
  'gallery',
  'columns',
  'column',
  'group',
  'cover',
  'html',
  'code',
  'embed',
  'spacer',
  'block',
  'acf/chart',
  'acf/giphy',
  'acf/photo-box',
  'acf/shade-content',
  'acf/offer-table',
  'acf/offer-comparison',
  'acf/tradingview',
  'acf/nieznany',
]
const MARKUP = [
  '<p>',
  '</p>',
  '<h2 id="a">',
  '</h2>',
  '<ul><li>',
  '</ul>',
  '<table><tr><td>',
  '</table>',
  '<figure>',
  '</figure>',
  '<figcaption>',
  '<img src="/2026/03/a.webp" width="10" height="10">',
  '<a href="/x">',
  '</a>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ">',
  'tekst ',
  '<!--',
  '-->',
  '{',
  '}',
]
const settings = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(
      fc.constantFrom(
        'data',
        'url',
        'level',
        'align',
        'ref',
        'height',
        'width',
        'id',
        'title',
        'type',
        'series',
        'offers',
        'columns',
      ),
      fc.oneof(nasty, fc.jsonValue({ maxDepth: 2 })),
    )
    .map((value) => `${JSON.stringify(value).replaceAll('--', '\\u002d\\u002d')} `),
)
const piece = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), settings).map(([name, json]) => `<!-- wp:${name} ${json}-->`),
  fc.tuple(fc.constantFrom(...NAMES), settings).map(([name, json]) => `<!-- wp:${name} ${json}/-->`),
  fc.constantFrom(...NAMES).map((name) => `<!-- /wp:${name} -->`),
  fc.constantFrom(...MARKUP),
  nasty,
)
const MAX_MS = 3000

/** The block grammar and its outputs: page and AMP run no code from content, and AMP is valid. */
export const blocks: Target<string> = {
  name: 'blocks',
  inputs: fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  async check(document) {
    const [page, amp] = await inTime(MAX_MS, () => {
      const article = articleOf(...parseBlocks(document))
      return [renderPage(article), renderAmp(article)]
    })
    expect(suspicious(page?.html ?? '')).toEqual([])
    expect(page?.document.querySelectorAll('script:not([type*="json"])')).toHaveLength(0)
    if (amp) expect(await problemsOf(amp)).toEqual([])
  },
}
