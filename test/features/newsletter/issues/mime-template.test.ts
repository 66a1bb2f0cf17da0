import { randomBytes } from 'node:crypto'
import { simpleParser } from 'mailparser'
import {
  MESSAGE_STAND_IN,
  mimeTemplate,
  RECIPIENT_STAND_IN,
  TOKEN_STAND_IN,
} from '../../../../src/features/newsletter/issues/mime-template.ts'
import { issueMessage, issueMessages } from '../../../../src/features/newsletter/start/issue-sending.ts'
import { buildMime } from '../../../../src/mail/mime.ts'
import { cardNamed, issueOf, services } from '../../../support/issues.ts'

const { akademia } = services
const from = { from: { name: 'Akademia', address: 'newsletter@akademia.example' } }
const cards = Array.from({ length: 12 }, (_, index) => cardNamed(index))
const newToken = () => randomBytes(17).toString('base64url').slice(0, 22)

test('a filled message is byte for byte the one that is built for the subscriber (ISSUE-8)', async () => {
  const issue = issueOf(cards)
  const { messageOf } = await issueMessages(akademia, issue, from)
  for (let round = 0; round < 20; round += 1) {
    const personal = {
      email: `czytelnik-${round}@czytelnicy.example`,
      manageToken: newToken(),
      messageName: `akademia.${round}`,
    }
    const [filled, built] = [await messageOf(personal), await buildMime(issueMessage(akademia, issue, personal, from))]
    const plain = (message: Buffer) =>
      message
        .toString('latin1')
        .replace(/^Date: .*$/m, '')
        .replaceAll(/--_NmP-[^\r\n]*|boundary="[^"]*"/g, '')
    expect(plain(Buffer.from(filled))).toBe(plain(built))
    expect(filled.toString('latin1')).not.toContain(TOKEN_STAND_IN)
  }
})

test('mail programs read it: both forms, and one click that unsubscribes (ISSUE-3, ISSUE-8)', async () => {
  const { messageOf } = await issueMessages(akademia, issueOf(cards), from)
  const manageToken = newToken()
  const mail = await simpleParser(
    await messageOf({ email: 'ala@czytelnicy.example', manageToken, messageName: 'akademia.7' }),
  )
  const url = `https://akademia.szpalta.test/newsletter/wypisz/${manageToken}`
  expect(mail.subject).toContain('numer 0')
  expect([mail.to].flat().map((to) => to?.text)).toEqual(['ala@czytelnicy.example'])
  expect(mail.messageId).toBe('<akademia.7@akademia.example>')
  const raw = new Map(mail.headerLines.map(({ key, line }) => [key, line]))
  expect(raw.get('list-unsubscribe')).toBe(
    `List-Unsubscribe: <${url}>, <mailto:newsletter@akademia.example?subject=unsubscribe%20${manageToken}>`,
  )
  expect(raw.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(raw.get('list-id')).toBe('List-ID: <newsletter.akademia.akademia.szpalta.test>')
  expect(mail.html).toContain(url)
  expect(mail.text).toContain(url)
})

test('a message that hides its stand-ins is not filled: it is built for each subscriber (ISSUE-8)', async () => {
  const hidden = Buffer.from(
    `To: ${RECIPIENT_STAND_IN}\r\nMessage-ID: <${MESSAGE_STAND_IN}@x>\r\n\r\n${Buffer.from(TOKEN_STAND_IN).toString('base64')}`,
  )
  expect(mimeTemplate(hidden, 1)).toBeUndefined()
  const ukrainian = { ...akademia, language: 'uk' as const }
  const cyrillic = issueOf(
    cards.map((card) => ({ ...card, title: 'Як працює цифровий підпис', lead: 'Коротко про те, що він обіцяє.' })),
    ukrainian,
  )
  const { messageOf } = await issueMessages(ukrainian, cyrillic, from)
  const manageToken = newToken()
  const mail = await simpleParser(await messageOf({ email: 'ala@czytelnicy.example', manageToken, messageName: 'm' }))
  expect(mail.text).toContain(`/newsletter/wypisz/${manageToken}`)
  expect(mail.text).not.toContain(TOKEN_STAND_IN)
})
