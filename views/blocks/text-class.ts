/**
 * Words of ids by which reader views take an element for boilerplate (`@mozilla/readability`): an id made of a heading
 * like "RSS i social media" is one of these.
 */
const BOILERPLATE =
  /-ad-|ai2html|banner|breadcrumbs|combx|com-|comment|community|contact|cover-wrap|disqus|extra|footer|gdpr|header|hid|legends|masthead|media|menu|meta|outbrain|page[rd]|pagination|popup|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|tags|widget|agegate/i

/** Running text, for reader views: counts for a box, and for an element whatever its id says (ART-16). */
export const TEXT_CLASS = 'body-text'

/** The class of an element that needs none but for its id. */
export function textClassOf(id: string | undefined): string | undefined {
  return id !== undefined && BOILERPLATE.test(id) ? TEXT_CLASS : undefined
}
