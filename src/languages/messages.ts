import type { Language } from './language.ts'
import type { pl } from './messages/pl.ts'
import { filled, type PluralForms, pluralForm, type Value } from './texts.ts'

export type MessageTemplates = Templates<typeof pl>
type Templates<T> = T extends string
  ? string
  : T extends { other: string }
    ? PluralForms
    : { readonly [K in keyof T]: Templates<T[K]> }

type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never
/** `messages.search.heading({ query })`. */
type Message<T extends string> = [ValueNames<T>] extends [never]
  ? string
  : (values: Readonly<Record<ValueNames<T>, Value>>) => string
interface PluralMessage<T extends string> {
  (values: Readonly<Record<ValueNames<T>, Value> & { count: number }>): string
  readonly forms: PluralForms
}

export type Messages = Compiled<typeof pl>
type Compiled<T> = T extends string
  ? Message<T>
  : T extends { other: infer Other extends string }
    ? PluralMessage<Other>
    : { readonly [K in keyof T]: Compiled<T[K]> }

type Template = string | PluralForms | { readonly [key: string]: Template }

export function createMessages(language: Language, templates: MessageTemplates): Messages {
  return compiled(templates as Template, language) as Messages
}

function compiled(template: Template, language: Language): unknown {
  if (typeof template === 'string') {
    return template.includes('{') ? (values: Record<string, Value>) => filled(template, values, language) : template
  }
  if (isPlural(template)) {
    return Object.assign(
      (values: Record<string, Value> & { count: number }) =>
        filled(pluralForm(language, values.count, template), values, language),
      { forms: template },
    )
  }
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, compiled(inner, language)]))
}

export function isPlural(template: Exclude<Template, string>): template is PluralForms {
  return typeof template.other === 'string'
}
