import type * as z from 'zod'
import {
  isBundledLanguage,
  LANGUAGE_RULES,
  LANGUAGES,
  type Language,
  type LanguageRules,
} from '../languages/language.ts'
import type { MessageTemplates } from '../languages/messages.ts'
import { TEMPLATES } from '../languages/templates.ts'
import { commandLine } from '../system/command-line.ts'
import { isLanguageTag } from './fields.ts'
import type { GroupFile } from './group-file.ts'
import {
  LANGUAGE_TEXTS,
  type LanguageTexts,
  languageFile,
  languageHead,
  missingTexts,
  rulesIn,
  textsWithFallback,
  type WrittenTexts,
} from './language-file.ts'
import { messagesFile, type OwnMessages, withOwnMessages } from './messages-file.ts'
import type { ServiceFiles } from './site-problems.ts'
import type { FolderProblem, YamlFile } from './yaml-file.ts'

const MESSAGES_FILE = /^messages\/(.*)\.yaml$/
const MAX_NAMED = 5

export const messagesName = (language: Language): string => `messages/${language}.yaml`

export function languagesIn(files: Iterable<string>): Language[] {
  return [...files].flatMap((file) => MESSAGES_FILE.exec(file)?.slice(1) ?? [])
}

/** The program's and the folder's (docs/decisions/155). */
export interface SiteLanguages {
  problems: FolderProblem[]
  /** Absent: none, which is a problem. */
  textsOf(language: Language): MessageTemplates | undefined
  rulesOf(language: Language): LanguageRules
}

type Read = <T>(file: string, schema: z.ZodType<T>) => YamlFile<T>

export function readLanguages(files: Iterable<string>, read: Read): SiteLanguages {
  const replaced = new Map<Language, YamlFile<OwnMessages>>()
  const own = new Map<Language, YamlFile<WrittenTexts>>()
  const problems: FolderProblem[] = []
  for (const language of languagesIn(files)) {
    const file = messagesName(language)
    if (isBundledLanguage(language)) replaced.set(language, read(file, messagesFile(TEMPLATES[language])))
    else if (isLanguageTag(language)) own.set(language, read(file, languageFile(language)))
    else problems.push({ file, line: 1, column: 1, message: `is of no language: name it ${TAGS}` })
  }
  problems.push(...[...replaced.values(), ...own.values()].flatMap(({ parsed }) => parsed.problems))
  problems.push(...[...own].flatMap(([language, file]) => gapProblems(language, file, own)))
  const endless = [...own.keys()].filter((language) => leadsBack(language, own))
  for (const language of endless) own.delete(language)
  return { problems, ...resolved(replaced, own) }
}

const TAGS = `after one of ${LANGUAGES.join(', ')}, or another code such as fr or pt-BR`

const headOf = (texts: WrittenTexts) => languageHead.parse(texts)

function gapProblems(
  language: Language,
  { parsed, problem }: YamlFile<WrittenTexts>,
  own: ReadonlyMap<Language, YamlFile<WrittenTexts>>,
): FolderProblem[] {
  const { value } = parsed
  if (value === undefined) return []
  const { fallback } = headOf(value)
  if (fallback) {
    if (isBundledLanguage(fallback)) return []
    if (!own.has(fallback))
      return [
        problem(
          ['fallback'],
          `"${fallback}" needs ${messagesName(fallback)}: write it, or name one of ${LANGUAGES.join(', ')}`,
        ),
      ]
    return leadsBack(language, own)
      ? [problem(['fallback'], `"${fallback}" leads back to this language: name another one`)]
      : []
  }
  const missing = missingTexts(language, value)
  if (missing.length === 0) return []
  const named = [...missing.slice(0, MAX_NAMED), ...(missing.length > MAX_NAMED ? ['…'] : [])].join(', ')
  const message = `lacks ${missing.length} texts (${named}): write them, or name the language whose texts stand in for them, such as "fallback: en"`
  return [problem([], message)]
}

function leadsBack(language: Language, own: ReadonlyMap<Language, YamlFile<WrittenTexts>>): boolean {
  const seen = new Set<Language>()
  for (let next: Language | undefined = language; next !== undefined && !isBundledLanguage(next); ) {
    if (seen.has(next)) return true
    seen.add(next)
    const texts: WrittenTexts | undefined = own.get(next)?.parsed.value
    next = texts && (headOf(texts).fallback ?? undefined)
  }
  return false
}

function resolved(
  replaced: ReadonlyMap<Language, YamlFile<OwnMessages>>,
  own: ReadonlyMap<Language, YamlFile<WrittenTexts>>,
): Pick<SiteLanguages, 'textsOf' | 'rulesOf'> {
  const wholeOf = (language: Language): LanguageTexts | undefined => {
    if (isBundledLanguage(language)) {
      const changes = replaced.get(language)?.parsed.value
      const whole = LANGUAGE_TEXTS[language]
      return changes ? { ...whole, ...withOwnMessages(TEMPLATES[language], changes) } : whole
    }
    const texts = own.get(language)?.parsed.value
    return texts && textsWithFallback(texts, wholeOf(headOf(texts).fallback ?? 'en') ?? LANGUAGE_TEXTS.en)
  }
  const textsOf = (language: Language): MessageTemplates | undefined => {
    const whole = wholeOf(language)
    if (!whole) return undefined
    const { statement: _, figures: __, ...texts } = whole
    return texts
  }
  const rulesOf = (language: Language): LanguageRules => {
    if (isBundledLanguage(language)) return LANGUAGE_RULES[language]
    const texts = own.get(language)?.parsed.value
    if (!texts) return LANGUAGE_RULES.en
    const head = headOf(texts)
    const { statement, figures } = wholeOf(language) ?? {}
    return { ...rulesIn(language, head, rulesOf(head.fallback ?? 'en')), statement, figures }
  }
  return { textsOf, rulesOf }
}

export function languageProblems(
  group: YamlFile<GroupFile>,
  services: ServiceFiles,
  files: ReadonlyMap<string, unknown>,
): FolderProblem[] {
  return [group, ...services.values()].flatMap(({ sound: { language }, problem }) => {
    if (language === undefined || isBundledLanguage(language) || files.has(messagesName(language))) return []
    const message = `"${language}" must be one of ${LANGUAGES.join(', ')}, or have its texts in ${messagesName(language)} (${commandLine('messages', { args: language })})`
    return [problem(['language'], message)]
  })
}
