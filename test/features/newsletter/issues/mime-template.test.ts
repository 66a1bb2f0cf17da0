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
const uncounted = { ...akademia, newsletter: { since: '7d', clicks: false } }
const from = { from: { name: 'Akademia', address: 'newsletter@akademia.example' } }
const cards = Array.from({ length: 12 }, (_, index) => cardNamed(index))
const newToken = () => randomBytes(17).toString('base64url').slice(0, 22)

test('a filled message is byte for byte the one that is built for the subscriber (ISSUE-8)', async () => {
  const issue = issueOf(cards)
  const { messageOf } = await issueMessages(uncounted, issue, from)
  for (let round = 0; round < 20; round += 1) {
    const personal = {
      email: `czytelnik-${round}@czytelnicy.example`,
      manageToken: newToken(),
      messageName: `akademia.${round}`,
    }
    const [filled, built] = [await messageOf(personal), await buildMime(issueMessage(uncounted, issue, personal, from))]
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

test('ISSUE-20: links of a mail are numbers of its issue, the same for every reader, and nothing is counted where that is off', async () => {
  const issue = issueOf(cards)
  const linksIn = async (service: typeof akademia | typeof uncounted): Promise<string[][]> => {
    const { messageOf } = await issueMessages(service, issue, from)
    const mails = ['ala', 'jan'].map(async (name) => {
      const mail = await simpleParser(
        await messageOf({ email: `${name}@czytelnicy.example`, manageToken: newToken(), messageName: name }),
      )
      const links = `${mail.html}${mail.text}`.match(/https:\/\/akademia\.szpalta\.test\/[^\s"<]*/g) ?? []
      return [...new Set(links)].filter((url) => !/wypisz|ustawienia|\/media\//.test(url)).sort()
    })
    return Promise.all(mails)
  }
  const [ala = [], jan] = await linksIn(akademia)
  expect(ala).toEqual(jan)
  for (let link = 1; link <= cards.length; link += 1) {
    expect(ala).toContain(`https://akademia.szpalta.test/newsletter/${issue.id}/${link}`)
  }
  expect(ala.join()).not.toContain('/artykul-')
  expect((await linksIn(uncounted))[0]?.join()).toContain('/artykul-')
})

test('ISSUE-21: each version of a subject has its own links, and the winner’s subject those of nobody’s trial', async () => {
  const issue = { ...issueOf(cards), subject: 'Pierwszy', subjectB: 'Drugi' }
  const { messageOf } = await issueMessages(uncounted, issue, from)
  const read = async (own: Parameters<typeof messageOf>[1]): Promise<string[]> => {
    const mail = await simpleParser(
      await messageOf({ email: 'ala@czytelnicy.example', manageToken: newToken(), messageName: 'm' }, own),
    )
    const [, letter = ''] = new RegExp(`/newsletter/${issue.id}/1([ab]?)\\b`).exec(mail.text ?? '') ?? []
    return [mail.subject ?? '', letter]
  }
  expect(await read({ version: 'a' })).toEqual(['Pierwszy', 'a'])
  expect(await read({ version: 'b' })).toEqual(['Drugi', 'b'])
  expect(await read({ winner: 'a' })).toEqual(['Pierwszy', ''])
  expect(await read({ winner: 'b' })).toEqual(['Drugi', ''])
})

test('ISSUE-20: an opening has an image only where the service counts openings', async () => {
  const counting = { ...akademia, newsletter: { since: '7d', opens: true } }
  const issue = issueOf(cards)
  const html = async (service: typeof akademia | typeof counting): Promise<string> => {
    const { messageOf } = await issueMessages(service, issue, from)
    return String(
      (
        await simpleParser(
          await messageOf({ email: 'ala@czytelnicy.example', manageToken: newToken(), messageName: 'm' }),
        )
      ).html,
    )
  }
  const image = `<img src="https://akademia.szpalta.test/newsletter/${issue.id}/0"`
  expect(await html(counting)).toContain(image)
  expect(await html(akademia)).not.toContain(image)
})
