import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { LANGUAGES } from '../languages/language.ts'
import { replaceFile } from '../system/files.ts'
import { isTimeZone } from '../system/time-zone.ts'
import type { SiteData } from './site.ts'
import { readWordPressIdentity, type WordPressIdentity } from './wordpress-identity.ts'
import { wordPressSite } from './wordpress-site.ts'

/** Milliseconds with a saved identity, and without. */
const PATIENCE = { withSaved: 1500, alone: 6000 }

const saved = z.object({
  url: z.string(),
  identity: z.object({
    name: z.string().min(1),
    tagline: z.string(),
    home: z.url({ protocol: /^https?$/ }),
    language: z.enum(LANGUAGES).optional(),
    timeZone: z.string().refine(isTimeZone),
    icon: z
      .string()
      .regex(/^data:image\/png;base64,[\w+/=]*$/)
      .optional(),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .optional(),
  }),
})

export interface WordPressSite {
  site: SiteData
  /** Why the saved or default site shows. */
  problem?: string
}

/**
 * Falls back to the last identity, or the host's name (SITE-9).
 * @param url without a trailing slash
 * @param file keeps the identity
 */
export async function readWordPressSite(url: string, file: string): Promise<WordPressSite> {
  const before = await readSaved(url, file)
  try {
    const limit = before ? PATIENCE.withSaved : PATIENCE.alone
    const identity = await readWordPressIdentity(url, AbortSignal.timeout(limit), before)
    if (JSON.stringify(identity) !== JSON.stringify(before)) await save(url, identity, file)
    return { site: wordPressSite(identity) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const identity = before ?? { name: new URL(url).hostname, tagline: '', home: url, timeZone: 'UTC' }
    return { site: wordPressSite(identity), problem: `${url} does not say what it is called: ${reason}` }
  }
}

async function readSaved(url: string, file: string): Promise<WordPressIdentity | undefined> {
  try {
    const { data } = saved.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (data?.url !== url) return undefined
    return data.identity
  } catch {
    return undefined
  }
}

async function save(url: string, identity: WordPressIdentity, file: string): Promise<void> {
  try {
    await replaceFile(file, JSON.stringify({ url, identity }))
  } catch {
    // Only a start during an outage misses the name.
  }
}
