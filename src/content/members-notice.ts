import type { Block } from './block.ts'
import { spaced, tag, text } from './html/markup.ts'
import { type LinkRules, safeHref } from './links.ts'

/** Class of the notice; structured data point search engines to it (Google's documentation, "Paywalled content"). */
export const MEMBERS_NOTICE_CLASS = 'paywall'

/**
 * The last block of a text that goes on for members (SRC-26): says so, and links to where they read it, unless that is
 * the portal itself.
 * @param url of the whole text
 */
export function membersNotice(url: string, { service }: Pick<LinkRules, 'service'>): Block {
  const { restricted, readWhole } = service.messages.article
  const whole = URL.parse(safeHref(url) ?? '')
  const isElsewhere = whole !== null && whole.host !== URL.parse(service.serviceUrl ?? '')?.host
  const notice = tag('span', { class: MEMBERS_NOTICE_CLASS }, text(restricted))
  const link = isElsewhere ? tag('a', { href: whole.href, rel: 'nofollow noopener' }, text(readWhole)) : undefined
  return { type: 'paragraph', html: spaced([notice, link]) }
}
