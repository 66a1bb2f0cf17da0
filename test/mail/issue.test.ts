import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { encodedBytes, MAX_PART_BYTES, renderIssue } from '../../mail/issue.ts'
import { renderLetter } from '../../mail/letter.ts'
import type { Card } from '../../src/content/card.ts'
import { buildMime } from '../../src/mail/mime.ts'
import { contrast } from '../../src/site/contrast.ts'
import { cardNamed, cardsOfIssue, issueOf, RECIPIENT, services } from '../support/issues.ts'

const { akademia, post } = services
const parser = new new JSDOM().window.DOMParser()
const parse = (html: string): Document => parser.parseFromString(html, 'text/html')
const many = Array.from({ length: 24 }, (_, index) =>
  cardNamed(index, { category: { name: index % 2 === 0 ? 'Bezpieczeństwo' : 'Inwestycje', href: '/kategoria/x' } }),
)
const rendered = (cards: readonly Card[] = many, service = akademia) =>
  renderIssue(service, issueOf(cards, service), RECIPIENT)
const letter = renderLetter(akademia, {
  subject: 'Potwierdź zapis',
  preheader: 'Jedno kliknięcie',
  title: 'Potwierdź zapis na newsletter',
  paragraphs: ['Wystarczy jedno kliknięcie.'],
  button: { label: 'Potwierdzam', url: 'https://akademia.szpalta.test/newsletter/potwierdz/abc' },
  small: ['Nic nie rób, jeśli to nie Ty.', { label: 'Wypisz się', url: RECIPIENT.unsubscribeUrl }],
})
const mails: Array<[string, { html: string; text: string }]> = [
  ['an issue', rendered()],
  ['a letter', letter],
]

const linksOf = (html: string): string[] =>
  [...parse(html).querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')

describe.each(mails)('%s', (_name, { html, text }) => {
  const document = parse(html)

  test('has every link of its HTML form in its plain one, but the home page of a letter (ISSUE-3)', () => {
    const missing = linksOf(html).filter((link) => !text.includes(link) && link !== 'https://akademia.szpalta.test/')
    expect(missing).toEqual([])
    expect(linksOf(html).length).toBeGreaterThan(2)
    expect(text).not.toMatch(/<[a-z]/)
  })

  test('has absolute URLs alone (ISSUE-6)', () => {
    const urls = [
      ...linksOf(html),
      ...[...document.querySelectorAll('[src]')].map((element) => element.getAttribute('src')),
    ]
    expect(urls.filter((url) => !/^https:\/\/[a-z]/.test(url ?? ''))).toEqual([])
  })

  test('loads nothing but images, and runs nothing (ISSUE-5)', () => {
    expect([...document.querySelectorAll('script,link,form,input,iframe,object,embed,base,svg')]).toEqual([])
    expect(html).not.toMatch(/url\(|@import|@font-face|\son\w+=/)
  })

  test('has tables for layout alone, names its language and direction, and a hidden first line (ISSUE-5)', () => {
    const tables = [...document.querySelectorAll('table')]
    expect(tables.length).toBeGreaterThan(2)
    expect(tables.filter((table) => table.getAttribute('role') !== 'presentation')).toEqual([])
    const root = document.documentElement
    expect([root.getAttribute('lang'), root.getAttribute('dir')]).toEqual(['pl', 'ltr'])
    expect(document.querySelector('body > div')?.getAttribute('style')).toContain('display:none')
    expect(document.querySelector('h1')?.textContent?.trim()).not.toBe('')
  })

  test('has a dark theme for everything that it colours inline (ISSUE-5)', () => {
    const rules = document.querySelector('style')?.textContent ?? ''
    expect(rules).toContain('@media (prefers-color-scheme:dark)')
    expect(document.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe('light dark')
    const dark = rules.slice(rules.indexOf('prefers-color-scheme:dark'))
    const coloured = [...document.querySelectorAll('[style*="color:"], [style*="background:"]')]
    const classesOf = (element: Element) => (element.getAttribute('class') ?? '').split(/\s+/)
    const without = coloured.filter((element) => {
      const style = element.getAttribute('style') ?? ''
      const hasColour = /(?:^|;)(?:color|background):/.test(style)
      return hasColour && !classesOf(element).some((name) => dark.includes(`.${name}{`))
    })
    expect(without.map((element) => element.outerHTML.slice(0, 200))).toEqual([])
  })
})

test.each(['light', 'dark'] as const)('texts of the %s theme have the contrast of pages (ISSUE-5)', (theme) => {
  for (const service of Object.values(services)) {
    const { html } = renderIssue(service, issueOf(many, service), RECIPIENT)
    const pairs = theme === 'light' ? inlinePairs(parse(html)) : darkPairs(html)
    expect(pairs.length).toBeGreaterThan(3)
    const weak = pairs.filter(([ink, paper]) => contrast(ink, paper) < 4.5)
    expect([service.name, weak]).toEqual([service.name, []])
  }
})

/** Colours of texts with that of the nearest background around them. */
function inlinePairs(document: Document): Array<[string, string]> {
  const colourOf = (element: Element | null, name: string): string | undefined =>
    new RegExp(`(?:^|;)${name}:(#[0-9a-f]{6})`).exec(element?.getAttribute('style') ?? '')?.[1]
  return [...document.querySelectorAll('[style*="color:"]')].flatMap((element) => {
    const ink = colourOf(element, 'color')
    let around: Element | null = element
    while (around && colourOf(around, 'background') === undefined) around = around.parentElement
    const paper = colourOf(around, 'background')
    return ink && paper ? [[ink, paper] as [string, string]] : []
  })
}

function darkPairs(html: string): Array<[string, string]> {
  const rules = Object.fromEntries(
    [...html.matchAll(/\.([\w-]+)\{(?:color|background):(#[0-9a-f]{6})!important\}/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const { paper = '', fill = '' } = rules
  return [
    ...['ink', 'inkSoft', 'accent'].map((name): [string, string] => [rules[name] ?? '#000000', paper]),
    [rules['on-fill'] ?? '#000000', fill],
  ]
}

test('images are JPEG of a fixed shape, with text and size; a vector and a foreign image are left out (ISSUE-6)', () => {
  const cards = [
    cardNamed(1),
    cardNamed(2),
    cardNamed(3, { thumbnail: { src: 'https://elsewhere.example/a.jpg', alt: '' } }),
    cardNamed(4, { thumbnail: { src: '/media/rysunek.svg', alt: '' } }),
  ]
  const shownImages = [...parse(rendered(cards).html).querySelectorAll('img')]
  expect(shownImages.map((image) => image.getAttribute('src'))).toEqual([
    'https://akademia.szpalta.test/media/2026/11/obraz-1.jpg?w=1200&h=675',
    'https://akademia.szpalta.test/media/2026/11/obraz-2.jpg?w=400&h=225',
  ])
  for (const image of shownImages) {
    expect(image.getAttribute('alt')).not.toBe('')
    expect(Number(image.getAttribute('width'))).toBeGreaterThan(100)
    expect(Number(image.getAttribute('height'))).toBeGreaterThan(50)
  }
  expect(rendered().html).not.toContain('.webp')
})

test('a row without an image has a placeholder of its size, drawn by cells; the article that leads has none (CARD-39)', () => {
  const { thumbnail: _, ...bare } = cardNamed(2)
  const cards = [{ ...bare, id: '1', link: { href: '/2026/11/pierwszy' } }, bare, cardNamed(3)]
  const { html } = rendered(cards)
  const rows = [...parse(html).querySelectorAll('.stack-image')]
  expect(rows.map((row) => [row.querySelectorAll('img').length, row.querySelectorAll('.empty').length])).toEqual([
    [0, 1],
    [1, 0],
  ])
  const [area, image] = [rows[0]?.querySelector('.empty'), rows[1]?.querySelector('img')]
  expect(area?.textContent).toBe('')
  expect(Number(area?.getAttribute('height'))).toBe(Number(image?.getAttribute('height')))
  expect(area?.getAttribute('style')).toContain('background:#f5f1ea')
  const bars = [...(area?.querySelectorAll('.fill') ?? [])].map((bar) => bar.getAttribute('style'))
  expect(bars.map((style) => style?.includes(`background:${akademia.color}`))).toEqual([true, true, true])
  expect(parse(html).querySelectorAll('.empty')).toHaveLength(1)
})

test('every mail has the link that unsubscribes, the settings and the page, in both forms (ISSUE-8)', () => {
  const { html, text } = rendered()
  for (const url of Object.values(RECIPIENT)) {
    expect(linksOf(html)).toContain(url)
    expect(text).toContain(url)
  }
})

test('the publisher and its postal address are in every mail (ISSUE-8)', () => {
  const named = { ...akademia, newsletter: { since: '7d', postalAddress: 'ul. Długa 1, 00-001 Warszawa' } }
  for (const mail of [
    rendered(many, named),
    renderLetter(named, { subject: 's', preheader: 'p', title: 't', paragraphs: [], small: [] }),
  ]) {
    expect(mail.text).toContain('Szpalta, ul. Długa 1, 00-001 Warszawa')
    expect(parse(mail.html).body.textContent).toContain('Szpalta, ul. Długa 1, 00-001 Warszawa')
  }
  const group = {
    ...akademia.group,
    organisation: {
      legalName: 'Szpalta sp. z o.o.',
      address: { street: 'Krótka 2', city: 'Łódź', postalCode: '90-001', country: 'PL' },
    },
  }
  expect(rendered(many, { ...akademia, group }).text).toContain('Szpalta sp. z o.o., Krótka 2, 90-001 Łódź, PL')
})

test('the longest issue stays below 102 kB as it goes over the wire, and its plain form has the same articles (ISSUE-3)', async () => {
  const long = Array.from({ length: 24 }, (_, index) =>
    cardNamed(index, {
      title: `${index} ${'ążśźęćńółĄ '.repeat(40)}`,
      lead: 'ŻółwŹdźbłoŚćma '.repeat(60),
      link: { href: `/2026/11/${'bardzo-dlugi-adres-'.repeat(60)}${index}` },
    }),
  )
  const issue = issueOf(long)
  const mail = renderIssue(post, issue, RECIPIENT)
  const mime = await buildMime({
    to: 'ala@example.test',
    from: { name: '', address: 'redakcja@example.test' },
    ...mail,
  })
  const written = mime.toString('latin1')
  const part = written.slice(written.indexOf('Content-Type: text/html'))
  expect(part.length).toBeLessThanOrEqual(102_000)
  expect(encodedBytes(mail.html)).toBeLessThanOrEqual(MAX_PART_BYTES)
  const shown = cardsOfIssue(issue).filter(({ url }) => mail.html.includes(`${url}"`))
  expect(shown.length).toBeLessThan(24)
  expect(shown.length).toBeGreaterThan(3)
  expect(cardsOfIssue(issue).filter(({ url }) => mail.text.includes(`${url}\n`))).toEqual(shown)
  expect(mail.text).toContain(RECIPIENT.unsubscribeUrl)
})

const HOSTILE = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'Tytuł\r\nBcc: ofiara@example.test\r\n\r\nTreść',
  '\u202egnp.exe \u2066\u2067\u2068 dalej',
  '\u05d0\u05d1\u05d2 עברית \u200f\u200e i polski',
  '👩‍👩‍👧‍👦'.repeat(400),
  'z\u0301\u0302\u0303'.repeat(3000),
  'a'.repeat(10_000),
  `${'x'.repeat(159)}😀 koniec`,
  '"><td style="display:none">',
  '{{ szablon }} $& $1 %s',
  '\ud800 połowa znaku',
]

test.each(HOSTILE)('a hostile title stays text, on one line: %j (ISSUE-7)', (title) => {
  const issue = issueOf([cardNamed(1, { title, lead: title }), cardNamed(2, { title })])
  const { subject, html, text } = renderIssue(akademia, issue, RECIPIENT)
  const document = parse(html)
  expect([...document.querySelectorAll('script, [onerror], td[style="display:none"]')]).toEqual([])
  expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
  for (const form of [html, text]) expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(text).not.toMatch(/^Bcc:/m)
  expect(subject.isWellFormed() && html.isWellFormed() && text.isWellFormed()).toBe(true)
  const heading = document.querySelector('h1')?.textContent ?? ''
  expect([...new Intl.Segmenter('pl').segment(heading)].length).toBeLessThanOrEqual(160)
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
})

test('whatever titles are, a mail can be built of them and has no header of theirs (ISSUE-7)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (title) => {
      const mail = renderIssue(akademia, issueOf([cardNamed(1, { title, lead: title })]), RECIPIENT)
      const mime = (
        await buildMime({ to: 'ala@example.test', from: { name: '', address: 'redakcja@example.test' }, ...mail })
      ).toString('latin1')
      const head = mime.slice(0, mime.indexOf('\r\n\r\n'))
      const names = [...head.matchAll(/^([A-Za-z-]+):/gm)].map(([, name]) => name)
      expect(names.sort()).toEqual(['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'])
    }),
    { numRuns: 60 },
  )
})
