import { JSDOM } from 'jsdom'
import type { Language } from '../../src/languages/language.ts'
import { ALL_TEMPLATES } from './own-languages.ts'

interface Branch {
  readonly [key: string]: string | Branch
}

function textsIn(branch: Branch): string[] {
  return Object.values(branch).flatMap((inner) => (typeof inner === 'string' ? [inner] : textsIn(inner)))
}

/** The texts of a language without their values; shorter pieces may occur in content. */
function piecesOf(language: Language): string[] {
  return textsIn(ALL_TEMPLATES[language] as unknown as Branch)
    .flatMap((text) => text.split(/\{\w+\}/))
    .map((piece) => piece.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((piece) => piece.length >= 4)
}

const parser = new new JSDOM().window.DOMParser()
/** Attributes that are read aloud, shown, or kept for a script to show. */
const READ = /^(?:aria-label|aria-description|alt|title|placeholder|value|content|summary|data-.*)$/
/** Of machines: names of styles, ids, URLs. */
const MACHINE = /^(?:data-(?:service|island|when|embed|theme|block|interface)|value)$/

/** The values of an island's props, without their names. */
const valuesIn = (json: string): string => {
  const values: string[] = []
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') values.push(value)
    return value
  })
  return values.join('\n')
}

/** `<meta property="og:type" content="article">` */
const isKeyword = (name: string, value: string): boolean => name === 'content' && !/\s/.test(value)

/** Names with a word of some language in them. */
const PROVIDERS = /JW Player|Apple Podcasts|comments\.example/g

/** Every text of a document that a reader may see or hear, and those that wait in attributes. */
export function readerTexts(html: string): string {
  const document = parser.parseFromString(html, 'text/html')
  // Code has names of machines, such as keys of the browser's storage; feeds of podcasts have keywords.
  for (const element of document.querySelectorAll('script, style, code, itunes\\:episodetype')) element.remove()
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) =>
      READ.test(name) && !MACHINE.test(name) && !isKeyword(name, value)
        ? [name === 'data-props' ? valuesIn(value) : value]
        : [],
    ),
  )
  const submit = [...document.querySelectorAll('[type=submit][value]')].map((one) => one.getAttribute('value'))
  const texts = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
  )
  return [document.title, ...texts, ...attributes, ...submit].join('\n').replace(PROVIDERS, '')
}

const LETTER = '[\\p{L}\\p{N}_-]'

/** The interface texts of other languages that a response in `language` contains. */
export function foreignTexts(answer: string, language: Language): string[] {
  const own = textsIn(ALL_TEMPLATES[language] as unknown as Branch)
  const others = Object.keys(ALL_TEMPLATES)
    .filter((other) => other !== language)
    .flatMap(piecesOf)
  return [...new Set(others)].filter((piece) => {
    const pattern = new RegExp(`(?<!${LETTER})${escaped(piece)}(?!${LETTER})`, 'u')
    return pattern.test(answer) && !own.some((text) => pattern.test(text))
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Letters of a script or a language that has no place in a response in another one. */
export const OWN_LETTERS: Readonly<Record<Language, RegExp | undefined>> = {
  pl: /[ąćęłńśźż]/iu,
  en: undefined,
  de: /[äöüß]/iu,
  uk: /[\u0400-\u04ff]/u,
  fr: /[àâçèéêëîôûœ]/iu,
  he: /[\u05d0-\u05ea]/u,
}
