import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { addLanguage, LANGUAGE_RULES, type Language } from '../../src/languages/language.ts'
import { isPlural, type MessageTemplates } from '../../src/languages/messages.ts'
import type { PluralForms } from '../../src/languages/texts.ts'
import {
  categoriesOf,
  LANGUAGE_TEXTS,
  languageFile,
  languageHead,
  rulesIn,
  textsWithFallback,
  type WrittenTexts,
} from '../../src/site/language-file.ts'
import { readYaml } from '../../src/site/yaml-file.ts'
import { ROOT } from './root.ts'

/** French is an example of the program; the other one is English in Hebrew letters, from right to left. */
export const OWN_LANGUAGES = ['fr', 'he'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

const LETTERS = { fr: 'αβγδεζηθικλμνξοπρστυφχψωαβ', he: 'אבגדהוזחטיכלמנסעפצקרשתבגדה' }

/** Each Latin letter is one of a script that no language of the program has; values in braces stay. */
export function inLetters(letters: string, text: string): string {
  return text.replace(/\{\w+\}|[a-z]/gi, (part) =>
    part.length > 1 ? part : letters.charAt(part.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)),
  )
}

const inHebrewLetters = (text: string): string => inLetters(LETTERS.he, text)

interface Tree {
  readonly [key: string]: string | PluralForms | Tree
}

/** The file of a language from right to left, with every plural form that it has. */
function hebrewFile(): string {
  const mirrored = (tree: Tree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, inner]) => {
        if (typeof inner === 'string') return [key, inHebrewLetters(inner)]
        if (!isPlural(inner)) return [key, mirrored(inner as Tree)]
        const forms = categoriesOf('he').map((one) => [one, inHebrewLetters(inner[one] ?? inner.other)])
        return [key, Object.fromEntries(forms)]
      }),
    )
  return stringify({ dir: 'rtl', ...mirrored(LANGUAGE_TEXTS.en as unknown as Tree) }, { lineWidth: 0 })
}

export const OWN_FILES: Readonly<Record<OwnLanguage, string>> = {
  fr: readFileSync(join(ROOT, 'languages/fr.yaml'), 'utf8'),
  he: hebrewFile(),
}

export const OWN_TEMPLATES: Readonly<Record<OwnLanguage, MessageTemplates>> = {
  fr: templatesOf('fr'),
  he: templatesOf('he'),
}

function textsOf(language: OwnLanguage): WrittenTexts {
  const { value, problems } = readYaml(`${language}.yaml`, OWN_FILES[language], languageFile(language)).parsed
  if (!value) throw new Error(problems.map(({ line, message }) => `${language}.yaml:${line} ${message}`).join('\n'))
  return value
}

function templatesOf(language: OwnLanguage): MessageTemplates {
  return textsWithFallback(textsOf(language), LANGUAGE_TEXTS.en)
}

/** As a start does that reads such a site. */
export function addOwnLanguages(): void {
  for (const language of OWN_LANGUAGES) {
    const head = languageHead.parse(textsOf(language))
    addLanguage(language, rulesIn(language, head, LANGUAGE_RULES.en))
  }
}

/** A statement on accessibility. */
const STATEMENT = `accessibility:
  conformance: partial
  prepared: 2026-11-01
  reviewed: 2026-11-20
  exceptions: [Plans of the harbour are scans]
  contact: { email: access@courier.example, telephone: '+44 20 7946 0000' }
  authority: { title: Authority, link: 'https://authority.example/' }
`

/** The example site in an own language, its content in letters of another script: a Latin one is the interface's. */
export async function exampleSiteIn(language: OwnLanguage): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), `courier-${language}-`)), 'courier')
  await cp(join(ROOT, 'sites/courier'), folder, { recursive: true })
  await mkdir(join(folder, 'messages'))
  await writeFile(join(folder, `messages/${language}.yaml`), OWN_FILES[language])
  await change(join(folder, 'group.yaml'), (text) =>
    text.replace('language: en', `language: ${language}`).replace(/^accessibility:\n(?: .*\n)*/m, STATEMENT),
  )
  await change(join(folder, 'services/courier.yaml'), (text) =>
    text.replace(
      'seo:',
      'paths: { category: category, tag: tag, author: author, series: series, newest: latest }\nseo:',
    ),
  )
  await mirrorContent(folder, (text) => inLetters(LETTERS[language], text))
  return folder
}

async function change(path: string, by: (text: string) => string): Promise<void> {
  await writeFile(path, by(await readFile(path, 'utf8')))
}

/** Values of these fields are shown to readers. */
const SHOWN = new Set([
  'title',
  'lead',
  'name',
  'description',
  'alt',
  'label',
  'unit',
  'source',
  'header',
  'heading',
  'caption',
  'exceptions',
])

type Change = (text: string) => string

function mirroredFields(value: unknown, mirror: Change, key = ''): unknown {
  // A podcast's author has a name, an article's a slug.
  const isShown = SHOWN.has(key) || (key === 'author' && /\s/.test(String(value)))
  if (typeof value === 'string') return isShown ? mirror(value) : value
  if (Array.isArray(value)) return value.map((one) => mirroredFields(one, mirror, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mirroredFields(inner, mirror, name)]))
}

const mirroredYaml = (text: string, mirror: Change): string =>
  stringify(mirroredFields(parse(text), mirror), { lineWidth: 0 })

/** Front matter, settings of blocks, and the text between tags. */
function mirroredArticle(text: string, mirror: Change): string {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const blocks = body.replace(
    /(<!-- wp:[\w/-]+ )(\{.*\})( \/?-->)/g,
    (_, open: string, json: string, close: string) =>
      `${open}${JSON.stringify(mirroredFields(JSON.parse(json), mirror))}${close}`,
  )
  const words = blocks.replace(/<!--[\s\S]*?-->|<[^>]*>|&\w+;|[^<&]+/g, (part) => {
    if (part.startsWith('<!--') || part.startsWith('&')) return part
    if (part.startsWith('<'))
      return part.replace(/(\salt=")([^"]*)/g, (_, name: string, alt: string) => name + mirror(alt))
    return mirror(part)
  })
  return `---\n${mirroredYaml(front, mirror)}---\n${words}`
}

/** Front matter, and the text between names of directives, their settings and targets of links. */
function mirroredMarkdown(text: string, mirror: Change): string {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const parts = body.split(/(:{2,}[a-z-]+|\{[^}\n]*\}|\]\([^)\s]*\))/)
  return `---\n${mirroredYaml(front, mirror)}---\n${parts.map((part, index) => (index % 2 ? part : mirror(part))).join('')}`
}

async function mirrorContent(folder: string, mirror: Change): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (/newsroom\/.*\.html$/.test(path)) await change(path, (text) => mirroredArticle(text, mirror))
    else if (/newsroom\/\w.*\/articles\/.*\.md$/.test(path))
      await change(path, (text) => mirroredMarkdown(text, mirror))
    else if (/(?:newsroom|services)\/.*\.yaml$|group\.yaml$/.test(path))
      await change(path, (text) => mirroredYaml(text, mirror))
  }
}

/** Those of the program and the two above. */
export const ALL_TEMPLATES: Readonly<Record<Language, MessageTemplates>> = { ...LANGUAGE_TEXTS, ...OWN_TEMPLATES }
