import type { Block } from './block.ts'
import { spaced, tag, text } from './html/markup.ts'
import { type LinkRules, safeHref } from './links.ts'

/** Structured data names it (Google's documentation, "Paywalled content"). */
export const MEMBERS_NOTICE_CLASS = 'paywall'

/** Says that the text goes on for members (SRC-26), with a link to it on another site. */
export function membersNotice(url: string, { service }: Pick<LinkRules, 'service'>): Block {
  const { restricted, readWhole } = service.messages.article
  const whole = URL.parse(safeHref(url) ?? '')
  const isElsewhere = whole !== null && whole.host !== URL.parse(service.serviceUrl ?? '')?.host
  const notice = tag('span', { class: MEMBERS_NOTICE_CLASS }, text(restricted))
  const link = isElsewhere ? tag('a', { href: whole.href, rel: 'nofollow noopener' }, text(readWhole)) : undefined
  return { type: 'paragraph', html: spaced([notice, link]) }
}
