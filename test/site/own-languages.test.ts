import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isScalar, parseDocument, visit } from 'yaml'
import { decodeArticle } from '../../src/content/decode.ts'
import { isMissing } from '../../src/content/repository.ts'
import { LANGUAGE_RULES, LANGUAGES, rulesOf } from '../../src/languages/language.ts'
import { TEMPLATES } from '../../src/languages/templates.ts'
import { firstViewFonts } from '../../src/services/fonts.ts'
import { HEAD_KEYS } from '../../src/site/language-file.ts'
import { parseSite } from '../../src/site/parse-site.ts'
import { readSite, readSiteFiles } from '../../src/site/read-site.ts'
import { builtSiteText, SiteError } from '../../src/site/site.ts'
import { atOnce } from '../../src/system/steps.ts'
import { type SiteFolder, siteChecks } from '../../tools/doctor/checks/site.ts'
import { linkRules } from '../content/world.ts'
import { EVERY_BLOCK_ARTICLE, SHARED_BLOCKS } from '../support/fixtures/every-block.ts'
import { exampleSiteIn, OWN_FILES } from '../support/own-languages.ts'
import { renderAmp, renderPage } from '../support/render.ts'

const FILE = 'messages/fr.yaml'
let parent: string
let folder: string
beforeEach(async () => {
  folder = await exampleSiteIn('fr')
  parent = join(folder, '..')
})
afterEach(() => rm(parent, { recursive: true }))

const write = (text: string, file = FILE) => writeFile(join(folder, file), text)
const changed = async (from: string | RegExp, to: string, file = FILE) => {
  const text = await readFile(join(folder, file), 'utf8')
  expect(text).toMatch(from)
  await write(text.replace(from, to), file)
}
/** Values by paths in the French file; undefined removes one. */
const set = async (values: Readonly<Record<string, unknown>>) => {
  const document = parseDocument(OWN_FILES.fr)
  for (const [path, value] of Object.entries(values)) {
    if (value === undefined) document.deleteIn(path.split('.'))
    else document.setIn(path.split('.'), value)
  }
  await write(String(document))
}
async function problems(): Promise<string[]> {
  try {
    await readSite(folder)
    return []
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return error.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
  }
}
const courier = async () => {
  const { courier } = (await readSite(folder)).services
  if (!courier) throw new Error('the site has lost its service')
  return courier
}

test('a language of the folder has its own texts, plurals, numbers, dates and paths (LANG-9)', async () => {
  await changed(/^paths:\n(?: {2}\w+: \w+\n)+/m, '', 'services/courier.yaml')
  const { messages, paths, language, direction } = await courier()
  expect([language, direction]).toEqual(['fr', undefined])
  expect(messages.skipToContent).toBe('Aller au contenu')
  const counts = [0, 1, 2, 1_000_000].map((count) => messages.author.texts({ count }).replaceAll(/\s/g, ' '))
  expect(counts).toEqual(['0 article', '1 article', '2 articles', '1 000 000 d’articles'])
  expect(paths).toEqual({
    category: 'rubrique',
    tag: 'sujet',
    author: 'auteur',
    series: 'serie',
    newest: 'dernieres-nouvelles',
  })
  const { locale, ogLocale, privacy, saved } = rulesOf('fr')
  expect([locale, ogLocale, privacy, saved]).toEqual([
    'fr',
    'fr_FR',
    '/confidentialite-et-cookies',
    '/articles-enregistres',
  ])
})

test('what a start reads of a build is the same as of the folder (LANG-9)', async () => {
  const files = readSiteFiles(folder)
  const build = join(parent, 'build')
  await mkdir(build)
  await writeFile(join(build, 'site.json'), builtSiteText(parseSite(files), files))
  const [built, read] = [await readSite(folder, build), await readSite(folder)]
  expect(JSON.stringify(built)).toBe(JSON.stringify(read))
  expect(built.textsId).toBe(read.textsId)
})

test('a folder with none of its own languages carries nothing of them', async () => {
  const { languages, templates } = parseSite(readSiteFiles('sites/courier'))
  expect(languages).toBeUndefined()
  expect(Object.keys(templates)).toEqual(['en'])
})

test.each<[mistake: string, path: string, value: unknown, message: string]>([
  ['an unknown text', 'menuOpne', 'x', '"menuOpne" is unknown: did you mean "menuOpen"\\?'],
  ['an unknown text inside', 'aids.smallr', 'x', '"smallr" is unknown: did you mean "smaller"\\?'],
  ['a lost value', 'search.heading', 'Recherche', '"search.heading" must have \\{query\\}'],
  ['a value that is not there', 'home', 'Accueil {site}', '"home" must have no value in braces'],
  ['a lost number', 'published.arrived.other', 'nouveaux', '"published.arrived.other" must have \\{count\\}'],
  ['a form of another language', 'search.count.few', '{count} x', '"few" is unknown: allowed are one, many, other'],
  ['plurals without the last form', 'search.count.other', undefined, '"search.count" must have the form "other" too'],
  ['an unknown direction', 'dir', 'upwards', '"dir" must be one of ltr, rtl'],
  ['a fallback that is nowhere', 'fallback', 'nl', '"nl" needs messages/nl.yaml'],
  ['a fallback to itself', 'fallback', 'fr', '"fr" leads back to this language'],
  ['a path of the program', 'paths.category', 'assets', '"paths.category" is a path of the program'],
  ['a line feed', 'home', 'Ac\ncueil', '"home" must have no control characters'],
  ['a branch for a text', 'home', { other: 'x' }, '"home" must be text'],
])('%s is refused with its line and a remedy (LANG-9)', async (_, path, value, message) => {
  await set({ [path]: value })
  expect(await problems()).toContainEqual(expect.stringMatching(new RegExp(`^messages/fr\\.yaml:\\d+ .*${message}`)))
})

test('a file without all texts names the first that are missing, unless a language stands in (LANG-9)', async () => {
  await write('dir: ltr\nhome: Accueil\nsearch:\n  label:\n')
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^messages\/fr\.yaml:1 lacks \d{3} texts \(skipToContent, menuOpen, .*, …\).*"fallback: en"$/,
    ),
  ])
  await write('fallback: de\nhome: Accueil\nsearch:\n  label:\n')
  const { messages } = await courier()
  expect([messages.home, messages.search.label, messages.menuClose]).toEqual(['Accueil', 'Suchen', 'Schließen'])
})

test('a variant falls back to another language of the folder, with its direction and paths (LANG-9)', async () => {
  await write('fallback: fr\nhome: Page d’accueil\n', 'messages/fr-CA.yaml')
  await changed('language: fr', 'language: fr-CA', 'group.yaml')
  const { messages, language } = await courier()
  expect([language, messages.home, messages.menuClose]).toEqual(['fr-CA', 'Page d’accueil', 'fermer'])
  expect([rulesOf('fr-CA').locale, rulesOf('fr-CA').ogLocale, rulesOf('fr-CA').saved]).toEqual([
    'fr-CA',
    'fr_CA',
    '/articles-enregistres',
  ])
  await set({ fallback: 'fr-CA' })
  expect(await problems()).toContainEqual(expect.stringContaining('leads back to this language'))
})

test('letters come from the program’s fonts as far as they have the script (FONT-5)', async () => {
  const fontsIn = async (language: string) => {
    await write('fallback: en\n', `messages/${language}.yaml`)
    await write(
      (await readFile(join(folder, 'group.yaml'), 'utf8')).replace(/^language: .*/m, `language: ${language}`),
      'group.yaml',
    )
    await write(
      (await readFile(join(folder, 'services/courier.yaml'), 'utf8')).replace(/^fonts:\n(?: .*\n)+/m, ''),
      'services/courier.yaml',
    )
    const { fonts } = await courier()
    return [fonts.headings, ...firstViewFonts(language, fonts)]
  }
  expect(await fontsIn('nl')).toEqual([undefined, 'bricolage-grotesque-latin', 'source-serif-4-latin'])
  expect(await fontsIn('bg')).toEqual([
    'Onest',
    'source-serif-4-latin',
    'source-serif-4-cyrillic',
    'onest-latin',
    'onest-cyrillic',
  ])
  expect(await fontsIn('ka')).toEqual([undefined])
  expect(firstViewFonts('fr', {})).toContain('source-serif-4-french')
})

test('a language without a file, and a file without a language, are named with the command that writes one', async () => {
  await changed('language: fr', 'language: nl', 'group.yaml')
  await write('home: x\n', 'messages/frensh.yaml')
  const reported = await problems()
  expect(reported).toContainEqual(
    expect.stringMatching(/^group\.yaml:\d+ "nl" must be one of pl.*npm run messages -- nl/),
  )
  expect(reported).toContainEqual(expect.stringMatching(/^messages\/frensh\.yaml:1 is of no language/))
})

test('the doctor names the texts that another language lends, and nothing where there are none (LANG-9)', async () => {
  const finding = async () => {
    const { services } = await readSite(folder)
    const files = readSiteFiles(folder)
    const site: SiteFolder = { name: 'sites/x', build: 'dist', files, services, service: 'courier' }
    const check = siteChecks(site).find(({ title }) => title === 'Looking for texts in fr')
    return check?.run()
  }
  expect(await finding()).toMatchObject({ state: 'good' })
  await set({ home: undefined, 'search.suggested.many': undefined })
  const gap = await finding()
  expect(gap).toMatchObject({ state: 'weak', fix: expect.stringContaining('npm run messages -- fr') })
  expect(gap?.says).toMatch(/lacks 2 texts, which readers see in "en":\s+home\s+search\.suggested\.many/)
})

test('a hostile text is a text on pages and in AMP (LANG-9)', async () => {
  const hostile = '"\'><img src=x onerror=alert(1)></script>'
  const document = parseDocument(OWN_FILES.fr)
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && HEAD_KEYS.includes(String(key.value))) return visit.SKIP
      if (isScalar(value) && typeof value.value === 'string') value.value += hostile
      return undefined
    },
  })
  await write(String(document))
  const service = await courier()
  expect(service.messages.home).toBe(`Accueil${hostile}`)
  const rules = { ...linkRules(), service }
  const article = atOnce(
    decodeArticle(EVERY_BLOCK_ARTICLE, { rules, report: () => {}, call: 'test', reusable: SHARED_BLOCKS }),
  )
  if (isMissing(article)) throw new Error('there is no such article')
  for (const { html } of [renderPage(article, service), renderAmp(article, service)]) {
    expect(html).toContain('onerror=alert')
    expect(html).not.toMatch(/<img src=x/)
  }
})

test('no text is called like a field of the language (LANG-9)', () => {
  expect(HEAD_KEYS.filter((key) => key in TEMPLATES.pl)).toEqual([])
  expect(LANGUAGES.filter((language) => LANGUAGE_RULES[language].direction !== undefined)).toEqual([])
})
