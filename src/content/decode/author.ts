import type { Service } from '../../services/service.ts'
import { type AuthorProfile, type Person, SOCIAL_NETWORKS } from '../card.ts'
import { parseDate } from '../dates.ts'
import { portraitSource } from '../images.ts'
import { shownCount } from '../limits.ts'
import { type LinkRules, portalHref, safeHref } from '../links.ts'
import { plainField, plainText } from '../text.ts'
import type { WireAuthor } from '../wire.ts'
import type { DecodeContext } from './context.ts'

/** @param portal relative links belong to it */
export function personOf(author: WireAuthor, rules: LinkRules, portal: Service): Person {
  const link = author.relative_link ?? author.canonical
  const href = link && portalHref(link, rules, portal)
  const avatar = author.avatar && portraitSource(author.avatar, rules.images)
  return { name: plainField(author.name), href: href || undefined, avatar: avatar || undefined }
}

export function profileOf(author: WireAuthor, context: DecodeContext, portal = context.rules.service): AuthorProfile {
  const { rules } = context
  const social = SOCIAL_NETWORKS.flatMap((network) => {
    const href = safeHref(author.socialMedia?.[network] ?? '')
    return href?.startsWith('https:') || href?.startsWith('http:') ? [{ network, href }] : []
  })
  const activeSince = parseDate(author.stats?.start_date, rules.service.timeZone)
  const description = author.description && plainText(author.description)
  const textCount = shownCount(author.stats?.posts_count, 'author.stats.posts_count', context)
  return {
    ...personOf(author, rules, portal),
    social,
    description: description || undefined,
    email: author.email && /^[^\s@]+@[^\s@]+$/.test(author.email) ? author.email : undefined,
    activeSince,
    textCount,
  }
}
