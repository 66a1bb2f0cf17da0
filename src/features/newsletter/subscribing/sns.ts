import * as z from 'zod'

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const envelope = z.discriminatedUnion('Type', [
  z.looseObject({ Type: z.literal('Notification'), Message: z.string().max(1024 * 1024) }),
  z.looseObject({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string().max(2048) }),
  z.looseObject({ Type: z.literal('UnsubscribeConfirmation') }),
])

/** Hosts of SNS, in China too. */
const SNS_HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

export type SnsMessage =
  | { kind: 'notification'; json: unknown }
  /** To be opened once, so that SNS sends notifications. */
  | { kind: 'confirmation'; url: URL }
  | { kind: 'other' }

/**
 * Reads a message of Amazon SNS, which carries those of SES. The operator's token in the URL, and not its signature,
 * says that it comes from their topic (docs/decisions/062). Only SNS' own hosts are ever opened.
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
