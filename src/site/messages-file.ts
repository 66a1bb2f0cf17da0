import * as z from 'zod'
import type { MessageTemplates } from '../languages/messages.ts'
import { type PluralForms, valueNames } from '../languages/texts.ts'
import { text } from './fields.ts'

type Tree = string | PluralForms | { readonly [key: string]: Tree }

export type OwnMessages = { readonly [key: string]: OwnMessages | string | undefined }

/** Values are those of the replaced text. */
export function messagesFile(templates: MessageTemplates): z.ZodType<OwnMessages> {
  return branch(templates as { readonly [key: string]: Tree })
}

function branch(tree: { readonly [key: string]: Tree }): z.ZodType<OwnMessages> {
  const fields = Object.entries(tree).map(([key, inner]) => [
    key,
    (typeof inner === 'string' ? textWith(inner) : branch(inner as { readonly [key: string]: Tree })).optional(),
  ])
  return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType<OwnMessages | string | undefined>>)
}

/** @param spare values that may be missing */
export function textWith(template: string, spare: readonly string[] = []): z.ZodType<string> {
  const names = [...new Set(valueNames(template))].sort()
  const wanted = names.map((name) => `{${name}}`).join(' and ')
  return text.refine(
    (own) => {
      const used = valueNames(own)
      return (
        names.every((name) => used.includes(name) || spare.includes(name)) && used.every((name) => names.includes(name))
      )
    },
    names.length === 0 ? 'must have no value in braces' : `must have ${wanted}, as the text that it replaces`,
  )
}

export function withOwnMessages(templates: MessageTemplates, own: OwnMessages): MessageTemplates {
  // `messagesFile` ensured the form.
  return merged(templates as { readonly [key: string]: Tree }, own) as unknown as MessageTemplates
}

function merged(tree: { readonly [key: string]: Tree }, own: OwnMessages): { readonly [key: string]: Tree } {
  const entries = Object.entries(tree).map(([key, inner]) => {
    const change = own[key]
    if (change === undefined) return [key, inner] as const
    if (typeof change === 'string' || typeof inner === 'string') return [key, change as Tree] as const
    return [key, merged(inner as { readonly [key: string]: Tree }, change)] as const
  })
  return Object.fromEntries(entries)
}
