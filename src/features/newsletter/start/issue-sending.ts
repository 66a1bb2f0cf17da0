import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { MailSettings } from '../../../config/env/newsletter.ts'
import type { Env } from '../../../config/env.ts'
import { parseIssue } from '../../../content/issue.ts'
import { connectionOptions } from '../../../mail/connection-options.ts'
import { domainOf } from '../../../mail/mime.ts'
import type { Service } from '../../../services/service.ts'
import { type SenderSettings, type SendOutcome, sendIssue } from '../issues/sender.ts'
import { openDelivery } from '../issues/smtp-delivery.ts'
import type { IssueRecord } from '../store/records.ts'
import { issueMessages } from './issue-mail.ts'

/** A server that looks into mails for viruses takes its time after the last dot. Milliseconds. */
const SILENCE_MS = 120_000
export const DEFAULT_CONNECTIONS = 4

type Sending = Pick<
  SenderSettings,
  'store' | 'holder' | 'signal' | 'patience' | 'journal' | 'onResult' | 'onTrouble'
> & {
  connections?: number | undefined
  rate?: number | undefined
}

/** The journal lies next to the file of subscribers, whether they are in it or not. */
export function journalFile({ subscribersFile }: Pick<Env, 'subscribersFile'>, root: string, issueId: string): string {
  return join(dirname(resolve(root, subscribersFile)), `${issueId}.sending`)
}

/** Names a process among those that share a store: another one may have its number after a restart. */
export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
}

/** Sends a stored issue over the operator's mail server. @throws {Error} for a stored issue of another form */
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
    messageOf: ({ id, email, manageToken }) => messageOf({ email, manageToken, messageName: `${record.id}.${id}` }),
  })
}
