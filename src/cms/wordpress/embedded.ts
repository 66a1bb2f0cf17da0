import type { z } from 'zod'
import { isRecord } from '../../content/record.ts'
import { type RestMedia, type RestTerm, type RestUser, restMedia, restTerm, restUser } from './wire.ts'

/**
 * What an answer brought along (`_embed`). Each is the answer of another route: an error when the author is deleted or
 * hidden, and the whole index of the site when the picture is.
 */
export function authorsOf(embedded: unknown): RestUser[] {
  return valid(restUser, of(embedded, 'author'))
}

export function termsOf(embedded: unknown): RestTerm[] {
  return valid(restTerm, of(embedded, 'wp:term').flat())
}

export function pictureOf(embedded: unknown): RestMedia | undefined {
  return valid(restMedia, of(embedded, 'wp:featuredmedia'))[0]
}

/** A picture that is gone brought the index of the site: 165 to 200 kB for each such post. */
export function bringsIndex(embedded: unknown): boolean {
  return of(embedded, 'wp:featuredmedia').some((item) => isRecord(item) && 'namespaces' in item)
}

function of(embedded: unknown, name: string): unknown[] {
  const value = isRecord(embedded) && Object.hasOwn(embedded, name) ? embedded[name] : undefined
  return Array.isArray(value) ? value : []
}

function valid<T extends z.ZodType>(schema: T, items: readonly unknown[]): Array<z.output<T>> {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}
