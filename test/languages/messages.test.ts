import { LANGUAGE_RULES, LANGUAGES, type Language } from '../../src/languages/language.ts'
import { createMessages } from '../../src/languages/messages.ts'
import { TEMPLATES } from '../../src/languages/templates.ts'
import { countText, formatNumber, type PluralForms, valueNames } from '../../src/languages/texts.ts'
import { ALL_TEMPLATES } from '../support/own-languages.ts'

interface Branch {
  readonly [key: string]: string | Branch
}

/** Every text by its path; a text with a number once for each form. */
function textsIn(branch: Branch, path = ''): Array<readonly [path: string, text: string]> {
  return Object.entries(branch).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[`${path}.${key}`, inner] as const] : textsIn(inner, `${path}.${key}`),
  )
}

function pluralsIn(branch: Branch, path = ''): Array<readonly [path: string, forms: PluralForms]> {
  const { other } = branch
  if (typeof other === 'string') return [[path, { ...branch, other }]]
  return Object.entries(branch).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [] : pluralsIn(inner, `${path}.${key}`),
  )
}

/** French is a file that a publisher may take (languages/fr.yaml). */
const WRITTEN = [...LANGUAGES, 'fr']
const treeOf = (language: Language): Branch => ALL_TEMPLATES[language] as unknown as Branch
const polish = new Map(textsIn(treeOf('pl')))
const namesOf = (text = ''): string => [...new Set(valueNames(text))].sort().join()

describe.each(WRITTEN)('texts in %s', (language) => {
  const texts = textsIn(treeOf(language))

  test('have the values of the Polish ones (LANG-2)', () => {
    expect(texts.filter(([path, text]) => namesOf(text) !== namesOf(polish.get(path)))).toEqual([])
  })

  test('have every plural category of the language (LANG-2)', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [path, forms] of pluralsIn(treeOf(language))) {
      expect([path, ...Object.keys(forms).sort()]).toEqual([path, ...[...pluralCategories].sort()])
    }
  })

  test('are written with typographic quotes and without stray spaces', () => {
    expect(
      texts.filter(([, text]) => text === '' || text !== text.trim() || /["'`]| {2}| [.,;:!?]/.test(text)),
    ).toEqual([])
  })

  test('have no letters of another language', () => {
    const others = Object.entries(OWN_LETTERS).filter(([other]) => other !== language)
    expect(texts.filter(([, text]) => others.some(([, own]) => own?.test(text)))).toEqual([])
  })

  test('differ from those of every other language, but for names and international words', () => {
    const others = WRITTEN.filter((other) => other !== language).map((other) => new Map(textsIn(treeOf(other))))
    const same = texts.filter(([path, text]) => others.some((other) => other.get(path) === text))
    expect(same.map(([, text]) => text).filter((text) => !SHARED.test(text))).toEqual([])
  })
})

/** Letters that only one of the languages has. */
const OWN_LETTERS: Partial<Record<Language, RegExp>> = {
  pl: /[ąćęłńśźż]/i,
  de: /[äöüß]/i,
  uk: /[а-яґєії]/i,
  fr: /[àâçèêëîôûœ]/i,
}
/** Texts that are the same in several languages. */
const SHARED =
  /^(?:Newsletter|Autor|Live|Audio|Video|Market Banner Widget|photo|menu|AMP|\{width\} px|Player|Pause|Portale|Partner(?:: \{sponsor\})?|\{site\} – \{category\}|Suggestions|\{count\} (?:suggestion|article)s?|Volume|Notifications|(?:\{title\} – )?page(?: \{page\}\.?)?|Pagination|Articles|Podcasts|(?:E-mail|Telefon):)$/i

test('plurals and numbers are Polish (TEXT-4, PAGE-14)', () => {
  const { texts } = createMessages('pl', TEMPLATES.pl).author
  expect([0, 1, 2, 4, 5, 12, 14, 22, 25, 101].map((count) => texts({ count }))).toEqual([
    '0 tekstów',
    '1 tekst',
    '2 teksty',
    '4 teksty',
    '5 tekstów',
    '12 tekstów',
    '14 tekstów',
    '22 teksty',
    '25 tekstów',
    '101 tekstów',
  ])
  expect([formatNumber(4.5, 'pl'), formatNumber(12_500, 'pl')]).toEqual(['4,5', expect.stringMatching(/^12\s500$/)])
})

test('plurals and numbers are the language’s own', () => {
  expect([formatNumber(12_500.5, 'en'), formatNumber(12_500.5, 'de')]).toEqual(['12,500.5', '12.500,5'])
  const { texts } = createMessages('uk', TEMPLATES.uk).author
  expect(new Set([1, 2, 5].map((count) => texts({ count }).replace(String(count), ''))).size).toBe(3)
  expect(countText('en', { one: '{count} text', other: '{count} texts' }, 1)).toBe('1 text')
})

test('a value is inserted as it is, whatever braces it has', () => {
  const { heading } = createMessages('pl', TEMPLATES.pl).search
  expect(heading({ query: '{query} $& {count}' })).toBe('Szukasz: {query} $& {count}')
})

test.each(LANGUAGES)('the rules of %s name a locale that this machine knows', (language) => {
  const { locale, ogLocale } = LANGUAGE_RULES[language]
  expect(Intl.DateTimeFormat.supportedLocalesOf([locale])).toEqual([locale])
  expect(ogLocale).toBe(locale.replace('-', '_'))
})
