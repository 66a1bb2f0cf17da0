import type { z } from 'zod'
import { isRecord } from '../../system/record.ts'
import { type RestMedia, type RestTerm, type RestUser, restMedia, restTerm, restUser } from './wire.ts'

/** Reads the embedded responses of other routes (`_embed`): an error when the author is deleted or hidden. */
export function authorsOf(embedded: unknown): RestUser[] {
  return valid(restUser, of(embedded, 'author'))
}

export function termsOf(embedded: unknown): RestTerm[] {
  return valid(restTerm, of(embedded, 'wp:term').flat())
}

export function featuredMediaOf(embedded: unknown): RestMedia | undefined {
  return valid(restMedia, of(embedded, 'wp:featuredmedia'))[0]
}

/** A deleted image embeds the site's index instead: 165 to 200 kB per post. */
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
