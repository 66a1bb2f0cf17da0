import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { checkMessage, listHeaders, type MailMessage, MailMessageError } from '../../src/mail/message.ts'
import { buildMime } from '../../src/mail/mime.ts'

const MESSAGE: MailMessage = {
  to: 'ola@poczta.example',
  from: { name: 'Gazeta „Żółć”', address: 'redakcja@gazeta.example' },
  subject: 'Zażółć gęślą jaźń',
  html: '<!doctype html><html lang="pl"><body><p>Zażółć</p></body></html>',
  text: 'Zażółć gęślą jaźń\n',
}
const TOKEN = 'A'.repeat(22)

test('SMTP-3: a mail has text and HTML, in this order, with the sender, the subject and a Message-ID of its domain', async () => {
  const bytes = await buildMime(MESSAGE)
  const mail = await simpleParser(bytes)
  expect(mail.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' })
  expect([mail.subject, mail.text, mail.html]).toEqual([MESSAGE.subject, MESSAGE.text, MESSAGE.html])
  expect(mail.from?.value).toEqual([MESSAGE.from])
  expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@gazeta\.example>$/)
  const wire = bytes.toString('latin1')
  expect(wire.indexOf('text/plain')).toBeLessThan(wire.indexOf('text/html'))
})

test('SMTP-3: over the wire it is ASCII, in lines ended by CRLF and within the limit of RFC 5322', async () => {
  const long = `${'ż'.repeat(5000)}\n.\n${'x'.repeat(5000)}`
  const bytes = await buildMime({ ...MESSAGE, text: long, html: `<p>${long}</p>` })
  const wire = bytes.toString('latin1')
  expect(wire).toMatch(/^[\r\n\t -~]*$/)
  const lines = wire.split('\r\n')
  expect(lines.join('')).not.toMatch(/[\r\n]/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998)
  expect((await simpleParser(bytes)).text).toBe(long)
})

test('SMTP-3: two mails have two Message-IDs', async () => {
  const ids = await Promise.all(
    [MESSAGE, MESSAGE].map(async (one) => (await simpleParser(await buildMime(one))).messageId),
  )
  expect(new Set(ids).size).toBe(2)
})

const HOSTILE: Array<[string, Partial<MailMessage>]> = [
  ['a line break in the subject', { subject: 'Witaj\r\nBcc: obcy@poczta.example' }],
  ['a bare line feed in the subject', { subject: 'Witaj\nBcc: obcy@poczta.example' }],
  ['a separator of lines in the subject', { subject: 'Witaj\u2028Bcc: obcy@poczta.example' }],
  ['a NUL in the subject', { subject: 'Witaj\0' }],
  ["a line break in the sender's name", { from: { name: 'Gazeta\r\nBcc: x@y.example', address: 'a@gazeta.example' } }],
  ['two recipients', { to: 'ola@poczta.example, jan@poczta.example' }],
  ['a recipient with a line break', { to: 'ola@poczta.example\r\nRCPT TO:<jan@poczta.example>' }],
  ['a recipient in angle brackets', { to: '<ola@poczta.example>' }],
  ['a sender that is no address', { from: { name: '', address: 'redakcja' } }],
  ['Reply-To with two addresses', { replyTo: 'a@gazeta.example, b@gazeta.example' }],
  ['a header with a line break', { headers: { 'X-Text': 'a\r\nBcc: obcy@poczta.example' } }],
  ['a header beyond ASCII', { headers: { 'X-Text': 'ż' } }],
  ['a header with a colon in its name', { headers: { 'X-Text: a': 'b' } }],
  ['a second recipient by a header', { headers: { Bcc: 'obcy@poczta.example' } }],
  ['a second sender by a header', { headers: { from: 'obcy@poczta.example' } }],
  ['another type of content by a header', { headers: { 'Content-Type': 'text/plain' } }],
  ['a header longer than a line', { headers: { 'X-Text': 'a'.repeat(1000) } }],
  ['a Message-ID with a blank', { messageId: '<a b@gazeta.example>' }],
]

test.each(HOSTILE)(
  'SMTP-4: %s is refused before anything is sent, by an error without an address',
  async (_name, change) => {
    const message = { ...MESSAGE, ...change }
    expect(() => checkMessage(message)).toThrow(MailMessageError)
    const error = await Promise.resolve()
      .then(() => buildMime(message))
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MailMessageError)
    expect(String(error)).not.toMatch(/@/)
  },
)

test('SMTP-4: whatever stands in a name, subject or text, the headers stay the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      async (name, subject, text) => {
        const message = {
          ...MESSAGE,
          from: { ...MESSAGE.from, name },
          subject,
          text: `.${text}`,
          html: `<p>${text}</p>`,
        }
        let bytes: Buffer
        try {
          bytes = await buildMime(message)
        } catch (error) {
          expect(error).toBeInstanceOf(MailMessageError)
          return
        }
        const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1)
        const names = [...head.matchAll(/(?:^|\r\n)([^\s:]+):/g)].map(([, header]) => header)
        expect(names.sort()).toEqual(
          [
            'Content-Type',
            'Date',
            'From',
            'MIME-Version',
            'Message-ID',
            ...(subject === '' ? [] : ['Subject']),
            'To',
          ].sort(),
        )
        const mail = await simpleParser(bytes)
        expect(mail.from?.value[0]?.address).toBe(MESSAGE.from.address)
      },
    ),
    { numRuns: 200 },
  )
})

test('SMTP-5: every mail can be left by one POST, and by a mail whose subject names the link', async () => {
  const url = `https://gazeta.example/newsletter/wypisz/${TOKEN}`
  const headers = listHeaders(url, 'redakcja+listy@gazeta.example')
  expect(headers).toEqual({
    'List-Unsubscribe': `<${url}>, <mailto:redakcja%2Blisty@gazeta.example?subject=unsubscribe%20${TOKEN}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const wire = (await buildMime({ ...MESSAGE, headers })).toString()
  // One line, as some mail programs read no folded one.
  expect(`\r\n${wire}`).toContain(`\r\nList-Unsubscribe: <${url}>, <mailto:redakcja%2Blisty@gazeta.example?subject=`)
  expect(wire).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})

test('SMTP-5: without https there is no one-click, as the standard demands', () => {
  expect(Object.keys(listHeaders(`http://localhost:3000/newsletter/wypisz/${TOKEN}`, 'a@gazeta.example'))).toEqual([
    'List-Unsubscribe',
  ])
})
