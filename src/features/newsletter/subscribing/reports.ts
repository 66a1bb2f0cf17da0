import * as z from 'zod'
import { asciiEmail, isEmail } from '../../../content/newsletter.ts'
import { isRecord } from '../../../system/record.ts'
import type { SuppressionReason } from '../store/records.ts'

export type MailReport =
  | { kind: 'suppress'; email: string; reason: SuppressionReason }
  | { kind: 'leave'; token: string }

/** Mail services whose reports the portal understands (NEWS-25). */
export const REPORTERS = ['postmark', 'ses', 'mailgun', 'sendgrid', 'generic'] as const
export type Reporter = (typeof REPORTERS)[number]

const MAX_REPORTS = 10_000

const email = z.string().trim().transform(asciiEmail).refine(isEmail)
/** SES writes `Ola <ola@poczta.example>` or an address alone. */
const mailbox = z
  .string()
  .transform((text) => (text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text))
  .pipe(email)

const suppressed = (reason: SuppressionReason, emails: readonly string[]): MailReport[] =>
  emails.map((address) => ({ kind: 'suppress', email: address, reason }))

/** Other events say nothing about whether mail may be sent. */
const unless = (field: string, values: readonly string[]) =>
  z.looseObject({ [field]: z.string().refine((value) => !values.includes(value)) }).transform((): MailReport[] => [])

/**
 * https://postmarkapp.com/developer/webhooks/bounce-webhook and …/spam-complaint-webhook, …/subscription-change-webhook
 */
const PERMANENT_BOUNCES: readonly string[] = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'AddressChange']
const postmark = z.union([
  z
    .looseObject({ RecordType: z.literal('Bounce'), Type: z.string(), Email: email })
    .transform(({ Type, Email }) => suppressed('bounce', PERMANENT_BOUNCES.includes(Type) ? [Email] : [])),
  z
    .looseObject({ RecordType: z.literal('SpamComplaint'), Email: email })
    .transform(({ Email }) => suppressed('complaint', [Email])),
  z
    .looseObject({
      RecordType: z.literal('SubscriptionChange'),
      Recipient: email,
      SuppressSending: z.boolean(),
      SuppressionReason: z.string().nullish(),
    })
    .transform(({ Recipient, SuppressSending, SuppressionReason }) =>
      suppressed(SuppressionReason === 'HardBounce' ? 'bounce' : 'complaint', SuppressSending ? [Recipient] : []),
    ),
  unless('RecordType', ['Bounce', 'SpamComplaint', 'SubscriptionChange']),
])

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html; `eventType` of event publishing. */
const sesRecipients = z.array(z.looseObject({ emailAddress: mailbox })).max(100)
const sesEvent = z.preprocess(
  (value) =>
    isRecord(value) && !('notificationType' in value) ? { ...value, notificationType: value.eventType } : value,
  z.union([
    z
      .looseObject({
        notificationType: z.literal('Bounce'),
        bounce: z.looseObject({
          bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']),
          bouncedRecipients: sesRecipients,
        }),
      })
      .transform(({ bounce }) =>
        suppressed('bounce', bounce.bounceType === 'Permanent' ? addressesOf(bounce.bouncedRecipients) : []),
      ),
    z
      .looseObject({
        notificationType: z.literal('Complaint'),
        complaint: z.looseObject({
          complaintFeedbackType: z.string().nullish(),
          complainedRecipients: sesRecipients,
        }),
      })
      .transform(({ complaint }) =>
        suppressed(
          'complaint',
          complaint.complaintFeedbackType === 'not-spam' ? [] : addressesOf(complaint.complainedRecipients),
        ),
      ),
    unless('notificationType', ['Bounce', 'Complaint']),
  ]),
)

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
const mailgun = z
  .looseObject({
    signature: z.looseObject({ timestamp: z.string(), token: z.string(), signature: z.string() }),
    'event-data': z.union([
      z
        .looseObject({ event: z.literal('failed'), severity: z.enum(['permanent', 'temporary']), recipient: email })
        .transform(({ severity, recipient }) => suppressed('bounce', severity === 'permanent' ? [recipient] : [])),
      z
        .looseObject({ event: z.enum(['complained', 'unsubscribed']), recipient: email })
        .transform(({ recipient }) => suppressed('complaint', [recipient])),
      unless('event', ['failed', 'complained', 'unsubscribed']),
    ]),
  })
  .transform((body) => body['event-data'])

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const sendgridEvent = z.union([
  z
    .looseObject({ event: z.literal('bounce'), email, type: z.string().optional() })
    .transform((event) => suppressed('bounce', event.type === 'blocked' ? [] : [event.email])),
  z
    .looseObject({ event: z.enum(['spamreport', 'unsubscribe', 'group_unsubscribe']), email })
    .transform((event) => suppressed('complaint', [event.email])),
  unless('event', ['bounce', 'spamreport', 'unsubscribe', 'group_unsubscribe']),
])

const genericEvent = z.union([
  z
    .strictObject({ type: z.enum(['bounce', 'complaint']), email })
    .transform((event) => suppressed(event.type, [event.email])),
  z
    .strictObject({ type: z.literal('unsubscribe'), token: z.string().regex(/^[A-Za-z0-9_-]{22}$/) })
    .transform(({ token }): MailReport[] => [{ kind: 'leave', token }]),
])

const SHAPES = {
  postmark,
  ses: sesEvent,
  mailgun,
  sendgrid: z
    .array(sendgridEvent)
    .max(MAX_REPORTS)
    .transform((lists) => lists.flat()),
  generic: z.strictObject({ events: z.array(genericEvent).max(MAX_REPORTS) }).transform(({ events }) => events.flat()),
} as const satisfies Record<Reporter, z.ZodType<MailReport[]>>

/**
 * Only what lasts counts: a full mailbox does not.
 * @returns undefined for another shape than the documented one
 */
export function readReports(reporter: Reporter, json: unknown): MailReport[] | undefined {
  return SHAPES[reporter].safeParse(json).data
}

function addressesOf(recipients: ReadonlyArray<{ emailAddress: string }>): string[] {
  return recipients.map(({ emailAddress }) => emailAddress)
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const envelope = z.discriminatedUnion('Type', [
  z.looseObject({ Type: z.literal('Notification'), Message: z.string().max(1024 * 1024) }),
  z.looseObject({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string().max(2048) }),
  z.looseObject({ Type: z.literal('UnsubscribeConfirmation') }),
])

const SNS_HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

type SnsMessage =
  | { kind: 'notification'; json: unknown }
  /** To be opened once. */
  | { kind: 'confirmation'; url: URL }
  | { kind: 'other' }

/**
 * The operator's token in the URL, not the signature, says that it comes from their topic (docs/decisions/062).
 * @returns undefined for anything else
 */
export function readSns(json: unknown): SnsMessage | undefined {
  const { data } = envelope.safeParse(json)
  if (!data) return undefined
  if (data.Type === 'UnsubscribeConfirmation') return { kind: 'other' }
  if (data.Type === 'SubscriptionConfirmation') {
    const url = URL.parse(data.SubscribeURL)
    const isSns = url?.protocol === 'https:' && url.port === '' && url.username === '' && SNS_HOST.test(url.hostname)
    return url && isSns ? { kind: 'confirmation', url } : undefined
  }
  try {
    return { kind: 'notification', json: JSON.parse(data.Message) }
  } catch {
    // SES sends a sentence when a topic is set up.
    return { kind: 'other' }
  }
}
