import { JSDOM } from 'jsdom'
import { renderIssue } from '../../mail/issue.ts'
import { renderLetter } from '../../mail/letter.ts'
import { rulesOf } from '../../src/languages/language.ts'
import { createMessages } from '../../src/languages/messages.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { cardNamed, issueOf, RECIPIENT, services } from '../support/issues.ts'
import { addOwnLanguages, OWN_LANGUAGES, OWN_TEMPLATES, type OwnLanguage } from '../support/own-languages.ts'

addOwnLanguages()

function serviceIn(language: OwnLanguage) {
  const { akademia } = services
  const { direction, paths } = rulesOf(language)
  const messages = createMessages(language, OWN_TEMPLATES[language])
  // Of content only Latin words, which no interface has.
  const group = { ...akademia.group, name: 'Novum', pages: [], privacyPolicy: undefined }
  const seo = { title: 'Novum', description: 'Nova.' }
  return { ...akademia, group, seo, title: 'Novum', menu: [], language, direction, paths, messages }
}

describe.each(OWN_LANGUAGES)('mails in %s', (language) => {
  const service = serviceIn(language)
  const { messages } = service
  const card = (number: number) =>
    cardNamed(number, {
      title: `Pons ${number} apertus est`,
      lead: 'Post duos annos.',
      thumbnail: { src: `/media/2026/11/pons-${number}.webp`, alt: 'Pons' },
      category: { name: number % 2 === 0 ? 'Urbs' : 'Portus', href: '/x' },
      authors: [{ name: 'Marcus' }],
      published: undefined,
    })
  const issue = renderIssue(service, issueOf([1, 2, 3, 4, 5, 6].map(card), service), RECIPIENT)
  const { confirm, already, welcome } = messages.newsletter.letters
  const letters = [confirm, already, welcome].map((letter) =>
    renderLetter(service, {
      subject: letter.subject({ site: 'Novum' }),
      preheader: letter.preheader,
      title: letter.title,
      paragraphs: [letter.text({ site: 'Novum' })],
      button: { label: letter.action, url: 'https://novum.example/newsletter/x/' },
      small: [confirm.days({ count: 2 }), confirm.ignore],
    }),
  )

  test('have no text of another language, in HTML, as text and in the subject (LANG-1)', () => {
    for (const { subject, html, text } of [issue, ...letters]) {
      expect(
        foreignTexts(
          `${subject}\n${readerTexts(html.replace(/<meta[^>]*color-scheme[^>]*>/g, ''))}\n${text}`,
          language,
        ),
      ).toEqual([])
      expect(text).not.toMatch(/[ąćęłńóśźż]/)
    }
  })

  test('run in the direction of the language, and their paddings and arrows do too (LANG-9)', () => {
    const isRtl = language === 'he'
    for (const { html } of [issue, ...letters]) {
      const { document } = new JSDOM(html).window
      expect(document.documentElement.dir).toBe(isRtl ? 'rtl' : 'ltr')
      const styles = [...document.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? '')
      // Next to an image, and on the far side of the group's name.
      const wrong = isRtl
        ? /padding-left:18px|(?:padding|border)-right:[37]px/
        : /padding-right:18px|(?:padding|border)-left:[37]px/
      expect(styles.filter((style) => wrong.test(style))).toEqual([])
    }
    expect(issue.html.includes(isRtl ? '←' : '→')).toBe(true)
    expect(issue.html.includes(isRtl ? '→' : '←')).toBe(false)
    expect(/<span dir="ltr">https:/.test(letters[0]?.html ?? '')).toBe(isRtl)
  })
})
