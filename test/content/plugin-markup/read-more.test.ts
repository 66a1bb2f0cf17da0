import { articleLead, cardLead, excerptField } from '../../../src/sources/wordpress/text.ts'

const LINK = 'https://cms.example/2026/03/most/'
const CONTENT = '<p>Pierwsze zdanie o moście, który stoi od wieków nad rzeką.</p>'
const WORDS = 'Pierwsze zdanie o moście, który stoi od wieków'

describe('an excerpt that a theme ends with its link (SRC-48)', () => {
  test.each([
    ['of its class', `<p>${WORDS} &hellip; <a class="more-link" href="${LINK}">Czytaj dalej</a></p>`],
    [
      'to the post',
      `<p>${WORDS}&hellip; <a href="${LINK}">Continue reading <span class="screen-reader-text">Most</span></a></p>`,
    ],
    ['to its place', `<p>${WORDS} <a href="${LINK}#more-12">[&hellip;]</a></p>`],
    ['by its number', `<p>${WORDS} &hellip; <a href="/?p=12" class="moretag">dalej</a></p>`],
    [
      'in a paragraph of its own',
      `<p>${WORDS} &hellip;</p><p class="link-more"><a class="more-link" href="${LINK}">Więcej &rarr;</a></p>`,
    ],
    ['twice', `<p>${WORDS} &hellip; <a href="${LINK}">Dalej</a> <a class="read-more" href="${LINK}">Read more</a></p>`],
  ])('%s is without it, and seen as generated', (_, excerpt) => {
    expect(cardLead(excerpt, LINK)).toMatch(/^Pierwsze zdanie o moście, który stoi od wieków…?$/)
    expect(excerptField(excerpt, LINK)).not.toMatch(/dalej|Continue|Więcej|Read/i)
    expect(articleLead(excerpt, CONTENT, LINK)).toBe('')
  })

  test('keeps links of an author’s own', () => {
    const written = '<p>Napisał o tym <a href="https://inny.example/">inny serwis</a></p>'
    expect(cardLead(written, LINK)).toBe('Napisał o tym inny serwis')
    const inside = `<p>W <a href="${LINK}">tym tekście</a> piszemy o mostach.</p>`
    expect(cardLead(inside, LINK)).toBe('W tym tekście piszemy o mostach.')
    const elsewhere = '<p>Tekst <a class="read-more" href="https://inny.example/">u źródła</a></p>'
    expect(cardLead(elsewhere, LINK)).toBe('Tekst u źródła')
  })

  test('that somebody wrote stays a lead', () => {
    const written = `<p>Zajawka napisana ręcznie. <a class="more-link" href="${LINK}">Czytaj dalej</a></p>`
    expect(articleLead(written, CONTENT, LINK)).toBe('Zajawka napisana ręcznie.')
  })
})
