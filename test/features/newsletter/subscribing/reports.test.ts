import fc from 'fast-check'
import { REPORTERS, readReports, readSns } from '../../../../src/features/newsletter/subscribing/reports.ts'

const email = 'ola@poczta.example'
const bounce = { kind: 'suppress', email, reason: 'bounce' }
const complaint = { kind: 'suppress', email, reason: 'complaint' }
const signature = { timestamp: '1529006854', token: 'a'.repeat(50), signature: 'b'.repeat(64) }

test.each([
  [
    'postmark',
    { RecordType: 'Bounce', ID: 42, Type: 'HardBounce', TypeCode: 1, Email: email, Inactive: true },
    [bounce],
  ],
  ['postmark', { RecordType: 'Bounce', Type: 'BadEmailAddress', Email: email }, [bounce]],
  ['postmark', { RecordType: 'Bounce', Type: 'SoftBounce', Email: email }, []],
  ['postmark', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: email }, [complaint]],
  [
    'postmark',
    { RecordType: 'SubscriptionChange', Recipient: email, SuppressSending: true, SuppressionReason: 'HardBounce' },
    [bounce],
  ],
  [
    'postmark',
    { RecordType: 'SubscriptionChange', Recipient: email, SuppressSending: false, SuppressionReason: null },
    [],
  ],
  ['postmark', { RecordType: 'Delivery', Recipient: email }, []],
  [
    'ses',
    {
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: `Ola <${email}>`, action: 'failed', status: '5.1.1' }],
      },
      mail: { destination: [email] },
    },
    [bounce],
  ],
  [
    'ses',
    { eventType: 'Bounce', bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: email }] } },
    [],
  ],
  [
    'ses',
    { notificationType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: email }] } },
    [complaint],
  ],
  [
    'ses',
    {
      notificationType: 'Complaint',
      complaint: { complaintFeedbackType: 'not-spam', complainedRecipients: [{ emailAddress: email }] },
    },
    [],
  ],
  ['ses', { notificationType: 'Delivery', delivery: {} }, []],
  ['mailgun', { signature, 'event-data': { event: 'failed', severity: 'permanent', recipient: email } }, [bounce]],
  ['mailgun', { signature, 'event-data': { event: 'failed', severity: 'temporary', recipient: email } }, []],
  ['mailgun', { signature, 'event-data': { event: 'complained', recipient: email } }, [complaint]],
  ['mailgun', { signature, 'event-data': { event: 'opened', recipient: email } }, []],
  [
    'sendgrid',
    [
      { email, event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 no' },
      { email, event: 'bounce', type: 'blocked' },
      { email, event: 'spamreport' },
      { email, event: 'processed' },
    ],
    [bounce, complaint],
  ],
  ['sendgrid', [], []],
  [
    'generic',
    {
      events: [
        { type: 'bounce', email },
        { type: 'complaint', email },
        { type: 'unsubscribe', token: 'A'.repeat(22) },
      ],
    },
    [bounce, complaint, { kind: 'leave', token: 'A'.repeat(22) }],
  ],
] as const)('NEWS-25: a report of %s is understood: %j', (reporter, json, expected) => {
  expect(readReports(reporter, json)).toEqual(expected)
})

test.each([
  ['postmark', { RecordType: 'Bounce', Type: 'HardBounce' }],
  ['postmark', { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ola' }],
  ['postmark', { RecordType: 'Bounce', Type: 'HardBounce', Email: `${email}, jan@poczta.example` }],
  ['postmark', [{ RecordType: 'Bounce', Type: 'HardBounce', Email: email }]],
  ['postmark', {}],
  ['ses', { notificationType: 'Bounce', bounce: { bounceType: 'For good', bouncedRecipients: [] } }],
  ['ses', { notificationType: 'Bounce' }],
  ['ses', {}],
  ['mailgun', { 'event-data': { event: 'failed', severity: 'permanent', recipient: email } }],
  ['mailgun', { signature, 'event-data': { event: 'failed', recipient: email } }],
  ['sendgrid', { email, event: 'bounce' }],
  ['sendgrid', [{ email: 'ola', event: 'spamreport' }]],
  ['sendgrid', [{ email }]],
  ['generic', { events: [{ type: 'delivery', email }] }],
  ['generic', { events: [{ type: 'bounce', email, more: 1 }] }],
  ['generic', { events: [{ type: 'unsubscribe', token: '../../..' }] }],
  ['generic', []],
  ['generic', null],
] as const)('NEWS-25: another shape of %s is refused as a whole: %j', (reporter, json) => {
  expect(readReports(reporter, json)).toBeUndefined()
})

test('NEWS-25: no JSON makes a reader of reports fail', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REPORTERS), fc.jsonValue(), (reporter, json) => {
      const reports = readReports(reporter, json)
      expect(reports === undefined || Array.isArray(reports)).toBe(true)
    }),
  )
})

const url = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc'

test('NEWS-25: a notification of SNS carries that of SES as text', () => {
  const json = { notificationType: 'Delivery' }
  const sent = { Type: 'Notification', MessageId: '1', TopicArn: 'arn:aws:sns:x', Message: JSON.stringify(json) }
  expect(readSns(sent)).toEqual({ kind: 'notification', json })
  expect(readSns({ Type: 'SubscriptionConfirmation', SubscribeURL: url })).toEqual({
    kind: 'confirmation',
    url: new URL(url),
  })
  expect(readSns({ Type: 'UnsubscribeConfirmation' })).toEqual({ kind: 'other' })
})

test.each([
  'http://sns.eu-central-1.amazonaws.com/',
  'https://sns.eu-central-1.amazonaws.com.poczta.example/',
  'https://sns.amazonaws.com@127.0.0.1/',
  'https://user:pass@sns.eu-central-1.amazonaws.com/',
  'https://sns.eu-central-1.amazonaws.com:8443/',
  'https://s3.amazonaws.com/',
  'https://127.0.0.1/',
  'file:///etc/passwd',
  'sns',
])('NEWS-25: %s is never opened', (SubscribeURL) => {
  expect(readSns({ Type: 'SubscriptionConfirmation', SubscribeURL })).toBeUndefined()
})

test('NEWS-25: the sentence of a topic that was set up is no report', () => {
  expect(readSns({ Type: 'Notification', Message: 'Successfully validated SNS topic' })).toEqual({ kind: 'other' })
})
