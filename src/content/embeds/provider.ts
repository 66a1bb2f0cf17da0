import type { Language } from '../../languages/language.ts'

/** (BLOCK-28 to BLOCK-31) */
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

/** Anything else with a frame is an amp-iframe. */
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
  /** CSS pixels; a height alone belongs to an element as wide as the text. */
  size: { width: number; height: number } | { height: number }
}

/** Third-party content waits for the reader's consent (CONS-8); the publisher's own waits for none. */
export const EMBED_CONSENTS = ['embeds', 'none'] as const
export type EmbedConsent = (typeof EMBED_CONSENTS)[number]

export interface EmbedTarget {
  /** Display name: "YouTube". */
  provider: string
  /** The provider's own id, else the URL. */
  id: string
  /** The item's own page for readers who do not load the frame. */
  url: string
  /** A click loads the frame; without one there is only the link. */
  frame?: { src: string; shape: FrameShape }
  /** Without an element AMP has the frame or the link. */
  amp?: AmpElement
  consent?: 'none'
}

export type Reading = Omit<EmbedTarget, 'provider' | 'consent'>

/** @param language of a frame's own texts, where the provider lets one choose */
export type Read = (url: URL, language: Language) => Reading | undefined

/**
 * One form of a provider's URLs. `{name}` in the texts is the part of that name: only matched text reaches a frame's
 * URL (EMB-5).
 */
export interface Form {
  /** The form is limited to these hosts of the provider. */
  hosts?: readonly string[]
  /** The named groups are parts. */
  path: RegExp
  /** Required parameters; each whole match is a part, and so are its named groups. */
  query?: Readonly<Record<string, RegExp>>
  id: string
  url: string
  frame?: string
  shape?: FrameShape
  amp?: AmpElement
}

/**
 * A text with `{attribute}` for values of attributes, `{class:prefix}` for the rest of a class and `{setting:name}` for
 * a text of the JSON in `data-settings`; or the first link with a known URL, or the last link.
 */
type MarkupUrl = string | { link: 'known' | 'last' }

/** The provider's script turns this code into the content. */
export interface MarkupRule {
  tag?: string
  /** A dash or underscore at the end makes it the beginning of a class. */
  className?: string
  has?: string
  /** The first usable one counts. */
  from: readonly MarkupUrl[]
  /** The words are the content's own, and become the caption. */
  hasWords?: boolean
}

/** One row of the table of providers (docs/decisions/056). */
export interface Provider {
  type: EmbedType
  name: string
  /** With and without `www.` */
  hosts: readonly string[]
  /** Direct subdomains of these hosts are the provider's, one a user. */
  subdomainsOf?: readonly string[]
  /** Origins of frames for the content security policy; without any there is only a link. */
  origins: readonly string[]
  consent: EmbedConsent
  /** The provider's own paths on its hosts; absent: all. */
  namedPath?: RegExp
  /** URLs are read by forms, in order, or by a function. */
  read: readonly Form[] | Read
  markup?: readonly MarkupRule[]
  /** `{name}` is an attribute of a WordPress plugin's shortcode, `{0}` the first value without a name. */
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
  // A part with a name comes before a whole parameter of the same name.
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

/** These providers have no frame that any page may show: only a link with their name. */
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

/** Reads `90`, `90s`, `1m30s` or `1h2m3s` in seconds; undefined for nothing and for zero. */
export function secondsOf(written: string): string | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? []
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sum > 0 ? String(sum) : undefined
}
