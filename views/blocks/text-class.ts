/** Reader views (`@mozilla/readability`) take an element with such an id for boilerplate. */
const BOILERPLATE =
  /-ad-|ai2html|banner|breadcrumbs|combx|com-|comment|community|contact|cover-wrap|disqus|extra|footer|gdpr|header|hid|legends|masthead|media|menu|meta|outbrain|page[rd]|pagination|popup|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|tags|widget|agegate/i

/** Marks running text for reader views (ART-16). */
export const TEXT_CLASS = 'body-text'

export function textClassOf(id: string | undefined): string | undefined {
  return id !== undefined && BOILERPLATE.test(id) ? TEXT_CLASS : undefined
}
