import * as z from 'zod'
import type { MessageTemplates } from '../languages/messages.ts'
import { type PluralForms, valueNames } from '../languages/texts.ts'

/** A branch of the texts, or a text. */
type Tree = string | PluralForms | { readonly [key: string]: Tree }

/** Texts of a site that differ from the language's own. */
export type OwnMessages = { readonly [key: string]: OwnMessages | string | undefined }

/**
 * Schema of `messages/{language}.yaml`: any part of the language's texts, each with the values of the text that it
 * replaces.
 */
export function messagesFile(templates: MessageTemplates): z.ZodType<OwnMessages> {
  // The tree of texts, of which the schema is a walk.
  return branch(templates as { readonly [key: string]: Tree })
}

function branch(tree: { readonly [key: string]: Tree }): z.ZodType<OwnMessages> {
  const fields = Object.entries(tree).map(([key, inner]) => [
    key,
    (typeof inner === 'string' ? text(inner) : branch(inner as { readonly [key: string]: Tree })).optional(),
  ])
  return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType<OwnMessages | string | undefined>>)
}

function text(template: string): z.ZodType<string> {
  const names = [...new Set(valueNames(template))].sort()
  const wanted = names.map((name) => `{${name}}`).join(' and ')
  return z
    .string()
    .trim()
    .min(1)
    .refine(
      (own) => [...new Set(valueNames(own))].sort().join() === names.join(),
      names.length === 0 ? 'must have no value in braces' : `must have ${wanted}, as the text that it replaces`,
    )
}

/** The language's texts with a site's own in their places. */
export function withOwnMessages(templates: MessageTemplates, own: OwnMessages): MessageTemplates {
  // `own` has the form of `templates`: `messagesFile` has parsed it.
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
