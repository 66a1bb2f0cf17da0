/** Ids by which reader views (`@mozilla/readability`) take an element for boilerplate, such as "RSS i social media". */
const BOILERPLATE =
  /-ad-|ai2html|banner|breadcrumbs|combx|com-|comment|community|contact|cover-wrap|disqus|extra|footer|gdpr|header|hid|legends|masthead|media|menu|meta|outbrain|page[rd]|pagination|popup|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|tags|widget|agegate/i

/** Marks running text for reader views, whatever its id says (ART-16). */
export const TEXT_CLASS = 'body-text'

/** The class of an element that needs one only because of its id. */
export function textClassOf(id: string | undefined): string | undefined {
  return id !== undefined && BOILERPLATE.test(id) ? TEXT_CLASS : undefined
}
