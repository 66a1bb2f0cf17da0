import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Recipient } from '../../../../mail/issue.ts'
import { renderIssue } from '../../../../mail/issue.ts'
import type { RenderedMail } from '../../../../mail/letter.ts'
import { type IssueContent, parseIssue } from '../../../content/issue.ts'
import { issuePath } from '../../../content/issue-id.ts'
import { issueLinkPath, OPENING, type SubjectVersion, withLinks } from '../../../content/issue-links.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { preferencesPath, unsubscribePath } from '../../../content/newsletter-paths.ts'
import { connectionOptions } from '../../../mail/connection-options.ts'
import type { MailMessage } from '../../../mail/message.ts'
import { listHeaders } from '../../../mail/message.ts'
import { buildMime, domainOf } from '../../../mail/mime.ts'
import type { Service } from '../../../services/service.ts'
import {
  MESSAGE_STAND_IN,
  mimeTemplate,
  type Personal,
  RECIPIENT_STAND_IN,
  TOKEN_STAND_IN,
} from '../issues/mime-template.ts'
import { type SenderSettings, type SendOutcome, sendIssue } from '../issues/sender.ts'
import { openDelivery } from '../issues/smtp-delivery.ts'
import type { MailSettings, NewsletterSettings } from '../settings.ts'
import type { Delivery, IssueRecord } from '../store/records.ts'
import { senderOf } from './letters.ts'

function recipientOf(service: Service, issueId: string, manageToken: string): Recipient {
  return {
    unsubscribeUrl: absoluteUrl(unsubscribePath(manageToken), service),
    preferencesUrl: absoluteUrl(preferencesPath(manageToken), service),
    webUrl: absoluteUrl(issuePath(issueId), service),
    openingUrl: service.newsletter?.opens
      ? absoluteUrl(issueLinkPath(issueId, OPENING, undefined), service)
      : undefined,
  }
}

export const NOBODY = '0'.repeat(22)

export function shownIssue(service: Service, issue: IssueContent): RenderedMail {
  return renderIssue(service, issue, recipientOf(service, issue.id, NOBODY))
}

/** One subscriber's message (ISSUE-8). */
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
    replyTo,
    ...renderIssue(service, issue, recipient),
    messageId: `<${messageName}@${domainOf(from.address)}>`,
    headers: {
      ...listHeaders(recipient.unsubscribeUrl, replyTo ?? from.address),
      'List-Id': `<${listLabel(issue.id)}newsletter.${service.name}.${new URL(absoluteUrl('/', service)).hostname}>`,
      // Automatic replies to a list reach nobody (RFC 3834).
      Precedence: 'bulk',
    },
  }
}

/** Mail programs file by it. */
function listLabel(issueId: string): string {
  const [, name] = /^[a-z0-9-]+_([a-z0-9]+)-/.exec(issueId) ?? []
  return name === undefined ? '' : `${name}.`
}

/** The same links for every reader (ISSUE-20). */
function withCountedLinks(service: Service, issue: IssueContent, version: SubjectVersion | undefined): IssueContent {
  // Without clicks a trial would decide nothing.
  if (service.newsletter?.clicks === false && issue.subjectB === undefined) return issue
  return withLinks(issue, (link) => absoluteUrl(issueLinkPath(issue.id, link, version), service))
}

type Versions = Partial<Pick<Delivery, 'version' | 'winner'>>

export async function issueMessages(
  service: Service,
  issue: IssueContent,
  mail: Pick<MailSettings, 'from'>,
): Promise<{ from: string; messageOf(personal: Personal, delivery?: Versions): Promise<Buffer> }> {
  const made = new Map<string, Promise<MessageOf>>()
  return {
    from: senderOf(service, mail.from).address,
    async messageOf(personal, { version, winner } = {}) {
      const key = `${version} ${winner}`
      const making = made.get(key) ?? messagesOf(service, versionOfIssue(service, issue, version, winner), mail)
      made.set(key, making)
      return (await making)(personal)
    },
  }
}

type MessageOf = (personal: Personal) => Promise<Buffer> | Buffer

async function messagesOf(service: Service, issue: IssueContent, mail: Pick<MailSettings, 'from'>): Promise<MessageOf> {
  const standIn = { email: RECIPIENT_STAND_IN, manageToken: TOKEN_STAND_IN, messageName: MESSAGE_STAND_IN }
  const message = issueMessage(service, issue, standIn, mail)
  const written = [message.html, message.text, ...Object.values(message.headers ?? {})].join('\n')
  const fill = mimeTemplate(await buildMime(message), written.split(TOKEN_STAND_IN).length - 1)
  return fill ?? ((personal) => buildMime(issueMessage(service, issue, personal, mail)))
}

function versionOfIssue(
  service: Service,
  issue: IssueContent,
  version: SubjectVersion | undefined,
  winner: SubjectVersion | undefined,
): IssueContent {
  const { subjectB = issue.subject } = issue
  const subject = (version ?? winner) === 'b' ? subjectB : issue.subject
  return withCountedLinks(service, { ...issue, subject }, version)
}

/** A server may look for viruses after the last dot. */
const SILENCE_MS = 120_000
export const DEFAULT_CONNECTIONS = 4

type Sending = Pick<
  SenderSettings,
  'store' | 'holder' | 'signal' | 'patience' | 'journal' | 'onResult' | 'onTrouble'
> & {
  connections?: number
  rate?: number
}

/** The journal lies next to the file of subscribers, used or not. */
export function journalFile(
  { subscribersFile }: Pick<NewsletterSettings, 'subscribersFile'>,
  root: string,
  issueId: string,
): string {
  return join(dirname(resolve(root, subscribersFile)), `${issueId}.sending`)
}

export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
}

/** @throws {Error} for a stored issue of another form */
export async function sendStoredIssue(
  record: IssueRecord,
  service: Service,
  mail: MailSettings,
  { connections = DEFAULT_CONNECTIONS, rate = service.newsletter?.rate, ...sending }: Sending,
): Promise<SendOutcome> {
  const issue = parseIssue(record.content)
  if (!issue) throw new Error(`the issue ${record.id} cannot be read`)
  const { from, messageOf } = await issueMessages(service, issue, mail)
  const options = connectionOptions({ smtp: mail.smtp, domain: domainOf(from), limits: { silence: SILENCE_MS } })
  return sendIssue({
    ...sending,
    issueId: record.id,
    from,
    connections,
    rate,
    connect: () => openDelivery(options, mail.smtp.credentials),
    messageOf: ({ id, email, manageToken, ...versions }) =>
      messageOf({ email, manageToken, messageName: `${record.id}.${id}` }, versions),
  })
}
