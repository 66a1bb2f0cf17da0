import { renderIssue } from '../../../../mail/issue.ts'
import type { RenderedMail } from '../../../../mail/letter.ts'
import type { Recipient } from '../../../../mail/recipient.ts'
import type { MailSettings } from '../../../config/env/newsletter.ts'
import type { IssueContent } from '../../../content/issue.ts'
import { issuePath } from '../../../content/issue-id.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { preferencesPath, unsubscribePath } from '../../../content/newsletter-paths.ts'
import { listHeaders } from '../../../mail/list-headers.ts'
import type { MailMessage } from '../../../mail/message.ts'
import { buildMime, domainOf } from '../../../mail/mime.ts'
import type { Service } from '../../../services/service.ts'
import {
  MESSAGE_STAND_IN,
  mimeTemplate,
  type Personal,
  RECIPIENT_STAND_IN,
  TOKEN_STAND_IN,
} from '../issues/mime-template.ts'
import { senderOf } from './letters.ts'

function recipientOf(service: Service, issueId: string, manageToken: string): Recipient {
  return {
    unsubscribeUrl: absoluteUrl(unsubscribePath(manageToken), service),
    preferencesUrl: absoluteUrl(preferencesPath(manageToken), service),
    webUrl: absoluteUrl(issuePath(issueId), service),
  }
}

/** Links of a mail that goes to no subscriber lead nowhere. */
export const NOBODY = '0'.repeat(22)

export function shownIssue(service: Service, issue: IssueContent): RenderedMail {
  return renderIssue(service, issue, recipientOf(service, issue.id, NOBODY))
}

/** An issue as a message to one subscriber (ISSUE-8). */
export function issueMessage(
  service: Service,
  issue: IssueContent,
  { email, manageToken, messageName }: Personal,
  { from: operator }: Pick<MailSettings, 'from'>,
): MailMessage & RenderedMail {
  const recipient = recipientOf(service, issue.id, manageToken)
  const from = senderOf(service, operator)
  const replyTo = service.newsletter?.replyTo
  return {
    to: email,
    from,
    ...(replyTo !== undefined && { replyTo }),
    ...renderIssue(service, issue, recipient),
    messageId: `<${messageName}@${domainOf(from.address)}>`,
    headers: {
      ...listHeaders(recipient.unsubscribeUrl, replyTo ?? from.address),
      'List-Id': `<newsletter.${service.name}.${new URL(absoluteUrl('/', service)).hostname}>`,
      // Automatic replies to a list reach nobody (RFC 3834).
      Precedence: 'bulk',
    },
  }
}

export async function issueMessages(
  service: Service,
  issue: IssueContent,
  mail: Pick<MailSettings, 'from'>,
): Promise<{ from: string; messageOf(personal: Personal): Promise<Buffer> | Buffer }> {
  const standIn = { email: RECIPIENT_STAND_IN, manageToken: TOKEN_STAND_IN, messageName: MESSAGE_STAND_IN }
  const message = issueMessage(service, issue, standIn, mail)
  const written = [message.html, message.text, ...Object.values(message.headers ?? {})].join('\n')
  const fill = mimeTemplate(await buildMime(message), written.split(TOKEN_STAND_IN).length - 1)
  return {
    from: message.from.address,
    messageOf: fill ?? ((personal) => buildMime(issueMessage(service, issue, personal, mail))),
  }
}
