import * as z from 'zod'

/** Control characters and lone surrogates break markup, XML and images. */
const isPrintable = (value: string): boolean => value.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(value)

export const text = z
  .string()
  .trim()
  .min(1)
  .refine(isPrintable, 'must have no control characters: write it on one line')

export const serviceKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes, and begin with a letter')
  // Objects inherit such names, or another icon has them.
  .refine((name) => !(name in {}) && !name.endsWith('-maskable'), 'is a reserved name: choose another one')

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with https://' })

export const link = z
  .string()
  .regex(/^(?:\/(?![/\\])|https?:\/\/[^\s/\\])[^\s\\]*$/, 'must be a path such as /kategoria/miasto, or a URL')

export const entry = z.strictObject({ title: text, link })

/** `fr`, `pt-BR`, `zh-Hant` */
export function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag
}

/** `languageProblems` looks for its texts. */
export const language = z.string().refine(isLanguageTag, 'must be the code of a language, such as pl, fr or pt-BR')

/** @param must the message */
export const host = (must: string) => z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, must)

export const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as PL')

export const breakingTag = z
  .string()
  .regex(/^[\p{L}\p{N}-]+$/u, 'must be the slug of a tag')
  .describe('Articles with this tag: the newest is the line.')

export const breakingHours = z
  .number()
  .positive()
  .max(168)
  .default(6)
  .describe('Hours from its publication to its end.')

export const termSlug = z.string().regex(/^[\p{L}\p{N}_-]{1,200}$/u, 'must be a slug, such as sledztwo-port')
