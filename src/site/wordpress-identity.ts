import * as z from 'zod'
import { oneLine, plainText } from '../content/text.ts'
import { withoutTrailingSlashes } from '../content/trailing-slashes.ts'
import { restPath } from '../content/wordpress-paths.ts'
import { type BundledLanguage, LANGUAGES } from '../languages/language.ts'
import { loadSharp } from '../media/load-sharp.ts'
import { boundedBytes, boundedText } from '../system/network/response.ts'
import { wholeJson } from '../system/network/whole-json.ts'
import { isTimeZone, type TimeZone } from '../system/time-zone.ts'
import { hexColour } from './contrast.ts'

export interface WordPressIdentity {
  name: string
  tagline: string
  /** Without a trailing slash. */
  home: string
  /** Absent: not one of the portal's. */
  language?: BundledLanguage
  timeZone: TimeZone
  /** Data URL, PNG. */
  icon?: string
  /** `#` and six hexadecimal digits. */
  accent?: string
}

const [MAX_INDEX, MAX_PAGE] = [4_000_000, 4_000_000]
/** Bytes, and side in pixels. */
const [MAX_ICON, ICON_SIDE] = [2_000_000, 512]
/** Characters. */
const MAX_TAG = 2000

const text = z
  .string()
  .transform((value) => oneLine(plainText(value)))
  .catch('')
/** The front page may have a language of its own. */
const CONNECTOR = 'szpalta/v1'
const connector = z.object({ language: z.string().catch('') })

const index = z.object({
  namespaces: z.array(z.string()).catch([]),
  name: text,
  description: text,
  home: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  timezone_string: z.string().catch(''),
  gmt_offset: z.coerce.number().catch(0),
  site_icon_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
})

/**
 * @param url without a trailing slash
 * @param before replaces a late front page or icon
 * @throws {Error} for anything but a WordPress
 */
export async function readWordPressIdentity(
  url: string,
  signal: AbortSignal,
  before?: WordPressIdentity,
): Promise<WordPressIdentity> {
  const [about, page] = await Promise.all([readIndex(url, signal), readPage(`${url}/`, signal).catch(() => undefined)])
  const { name, description, home = url, timezone_string: zone, gmt_offset: hours, site_icon_url: iconUrl } = about
  const stated = about.namespaces.includes(CONNECTOR)
    ? await readLanguage(url, signal).catch(() => undefined)
    : undefined
  const language = stated ?? (page === undefined ? before?.language : languageOf(page))
  const accent = page === undefined ? before?.accent : accentOf(page)
  const icon = iconUrl && (await readIcon(iconUrl, signal).catch(() => before?.icon))
  return {
    name: name || new URL(home).hostname,
    tagline: description,
    home: withoutTrailingSlashes(home),
    timeZone: isTimeZone(zone) ? zone : fixedZone(hours),
    language,
    icon,
    accent,
  }
}

async function readIndex(url: string, signal: AbortSignal): Promise<z.output<typeof index>> {
  const readAt = async (isPlain: boolean): Promise<z.output<typeof index>> => {
    const response = await fetch(`${url}${restPath('', '', isPlain)}`, { signal })
    if (!response.ok) throw new Error(`${url}/wp-json/ answered ${response.status}`)
    return index.parse(wholeJson(await boundedText(response, MAX_INDEX)).json)
  }
  // Plain permalinks have another API; the first failure counts.
  return readAt(false).catch((error: unknown) =>
    readAt(true).catch(() => {
      throw error
    }),
  )
}

async function readLanguage(url: string, signal: AbortSignal): Promise<BundledLanguage | undefined> {
  const response = await fetch(`${url}/wp-json/${CONNECTOR}/site`, { signal })
  const { language } = connector.parse(wholeJson(await boundedText(response, MAX_INDEX)).json)
  return knownLanguage(language)
}

async function readPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return boundedText(response, MAX_PAGE)
}

async function readIcon(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const bytes = await boundedBytes(response, MAX_ICON)
  const sharp = await loadSharp()
  const fit = { width: ICON_SIDE, height: ICON_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const png = await sharp(bytes, { limitInputPixels: 4_000_000 }).resize(fit).png({ palette: true }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** `<html lang="pl-PL">` */
function languageOf(page: string): BundledLanguage | undefined {
  const start = page.search(/<html\s/i)
  if (start === -1) return undefined
  const attributes = page.slice(start, start + MAX_TAG).split('>', 1)[0] ?? ''
  const [, tag = ''] = /\slang=["']?([a-z]{2,3})\b/i.exec(attributes) ?? []
  return knownLanguage(tag)
}

function knownLanguage(tag: string): BundledLanguage | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return LANGUAGES.find((language) => language === primary)
}

/** WordPress writes these into every page, the most telling first. */
const ACCENTS = ['accent', 'primary', 'brand', 'accent-1', 'vivid-accent', 'secondary']

function accentOf(page: string): string | undefined {
  for (const name of ACCENTS) {
    const [, written = ''] = new RegExp(`--wp--preset--color--${name}:\\s*([^;}\\s]{3,40})`).exec(page) ?? []
    const colour = hexColour(written)
    if (colour !== undefined) return colour
  }
  return undefined
}

/** Zones without daylight time. */
const PARTS_OF_HOURS: Readonly<Record<number, TimeZone>> = {
  '-9.5': 'Pacific/Marquesas',
  '-3.5': 'America/St_Johns',
  3.5: 'Asia/Tehran',
  4.5: 'Asia/Kabul',
  5.5: 'Asia/Kolkata',
  5.75: 'Asia/Kathmandu',
  6.5: 'Asia/Yangon',
  8.75: 'Australia/Eucla',
  9.5: 'Australia/Darwin',
}

/** IANA's signs are the other way round. */
function fixedZone(hours: number): TimeZone {
  const named = PARTS_OF_HOURS[hours]
  if (named !== undefined) return named
  const whole = Math.round(hours)
  const zone = whole === 0 ? 'UTC' : `Etc/GMT${whole > 0 ? '-' : '+'}${Math.abs(whole)}`
  return isTimeZone(zone) ? zone : 'UTC'
}
