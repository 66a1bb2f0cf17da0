import type { Language } from '../../../languages/language.ts'

export const EMBED_TYPES = [
  'youtube',
  'vimeo',
  'instagram',
  'twitter',
  'facebook',
  'spotify',
  'reddit',
  'tiktok',
  'soundcloud',
  'linkedin',
  'gfycat',
  'giphy',
  'tradingview',
  'embed',
] as const
export type EmbedType = (typeof EMBED_TYPES)[number]

/** Width to height, or a height in CSS pixels. */
export type FrameShape = { ratio: '16 / 9' | '9 / 16' | '4 / 3' | '1 / 1' } | { height: number }

/** Else amp-iframe. */
export type AmpElementName =
  | 'amp-brightcove'
  | 'amp-dailymotion'
  | 'amp-facebook'
  | 'amp-facebook-page'
  | 'amp-gist'
  | 'amp-imgur'
  | 'amp-instagram'
  | 'amp-jwplayer'
  | 'amp-pinterest'
  | 'amp-reddit'
  | 'amp-soundcloud'
  | 'amp-tiktok'
  | 'amp-twitter'
  | 'amp-vimeo'
  | 'amp-wistia-player'
  | 'amp-youtube'

export interface AmpElement {
  name: AmpElementName
  attributes: Readonly<Record<string, string>>
  /** CSS pixels; a lone height spans the text's width. */
  size: { width: number; height: number } | { height: number }
}

/** `none`: the publisher's own content (CONS-8). */
export const EMBED_CONSENTS = ['embeds', 'none'] as const
export type EmbedConsent = (typeof EMBED_CONSENTS)[number]

export interface EmbedTarget {
  provider: string
  /** By the provider, else the URL. */
  id: string
  /** For readers without the frame. */
  url: string
  /** Absent: a link. */
  frame?: { src: string; shape: FrameShape }
  /** Absent: the frame or the link. */
  amp?: AmpElement
  consent?: 'none'
}

export type Reading = Omit<EmbedTarget, 'provider' | 'consent'>

/** @param language of a frame's own texts */
export type Read = (url: URL, language: Language) => Reading | undefined

/** `{name}` is a part's text: only matches reach a frame's URL (EMB-5). */
export interface Form {
  /** Absent: all of the provider's. */
  hosts?: readonly string[]
  path: RegExp
  /** Parts are the whole match and its named groups. */
  query?: Readonly<Record<string, RegExp>>
  id: string
  url: string
  frame?: string
  shape?: FrameShape
  amp?: AmpElement
}

/**
 * `{attribute}`, `{class:prefix}` for a class's rest, `{setting:name}` for JSON in `data-settings`; or the first link
 * with a known URL, or the last.
 */
type MarkupUrl = string | { link: 'known' | 'last' }

export interface MarkupRule {
  tag?: string
  /** A final dash or underscore makes it a prefix. */
  className?: string
  has?: string
  from: readonly MarkupUrl[]
  hasWords?: boolean
}

/** A row of the table (docs/decisions/056). */
export interface Provider {
  type: EmbedType
  name: string
  /** `www.` too. */
  hosts: readonly string[]
  /** Hosts whose direct subdomains are users'. */
  subdomainsOf?: readonly string[]
  /** Of frames; empty: only a link. */
  origins: readonly string[]
  consent: EmbedConsent
  /** Absent: all paths. */
  namedPath?: RegExp
  read: readonly Form[] | Read
  markup?: readonly MarkupRule[]
  /** `{name}` of a plugin's shortcode, `{0}` for its first nameless value. */
  shortcodes?: Readonly<Record<string, readonly string[]>>
}

export const WIDE: FrameShape = { ratio: '16 / 9' }
export const TALL: FrameShape = { ratio: '9 / 16' }
export const WIDE_SIZE = { width: 16, height: 9 }
export const TALL_SIZE = { width: 9, height: 16 }

export function filled(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w-]+)\}/g, (_, name: string) => parts[name] ?? '')
}

export function readForms(forms: readonly Form[], url: URL): Reading | undefined {
  for (const form of forms) {
    const parts = partsOf(form, url)
    if (parts) return written(form, parts)
  }
  return undefined
}

function partsOf({ hosts, path, query = {} }: Form, url: URL): Record<string, string> | undefined {
  if (hosts && !hosts.includes(url.hostname.replace(/^www\./, ''))) return undefined
  const match = path.exec(url.pathname)
  if (!match) return undefined
  const parts: Record<string, string> = {}
  const named: Record<string, string> = {}
  for (const [name, part] of Object.entries(match.groups ?? {})) if (part !== undefined) named[name] = part
  for (const [name, pattern] of Object.entries(query)) {
    const result = pattern.exec(url.searchParams.get(name) ?? '')
    if (!result) return undefined
    parts[name] = result[0]
    for (const [part, value] of Object.entries(result.groups ?? {})) named[part] = value
  }
  return { ...parts, ...named }
}

function written({ id, url, frame, shape = WIDE, amp }: Form, parts: Readonly<Record<string, string>>): Reading {
  return {
    id: filled(id, parts),
    url: filled(url, parts),
    frame: frame ? { src: filled(frame, parts), shape } : undefined,
    amp: amp && {
      ...amp,
      attributes: Object.fromEntries(
        Object.entries(amp.attributes).map(([name, value]) => [name, filled(value, parts)]),
      ),
    },
  }
}

export function parameter(url: URL, name: string, form: RegExp): string | undefined {
  return form.exec(url.searchParams.get(name) ?? '')?.[0]
}

/** No page may show their frames: links have their names. */
export function namesOnly(hosts: Readonly<Record<string, readonly string[]>>): Provider[] {
  return Object.entries(hosts).map(([name, own]) => ({
    type: 'embed',
    name,
    hosts: own,
    origins: [],
    consent: 'embeds',
    read: [],
  }))
}

/** `90`, `90s`, `1m30s` or `1h2m3s`; undefined for zero. */
export function secondsOf(written: string): string | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? []
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sum > 0 ? String(sum) : undefined
}
