import type { Language } from '../../languages/language.ts'

/** Block types of third-party content (BLOCK-28 to BLOCK-33). */
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

/** AMP's own elements for third-party content; anything else with a frame is an amp-iframe. */
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
  /** CSS pixels: of a responsive element, or the height of one as wide as the text. */
  size: { width: number; height: number } | { height: number }
}

/**
 * What third-party content waits for where third parties need consent (CONS-8): the reader's, or nothing, because it is
 * the publisher's own.
 */
export const EMBED_CONSENTS = ['embeds', 'none'] as const
export type EmbedConsent = (typeof EMBED_CONSENTS)[number]

export interface EmbedTarget {
  /** Display name: "YouTube". */
  provider: string
  /** The provider's own id; the URL where there is none. */
  id: string
  /** The item's own page: a link for readers who do not load the frame. */
  url: string
  /** What a click loads; absent: the link is all there is. */
  frame?: { src: string; shape: FrameShape }
  /** AMP's own element for it; absent: a frame, or the link. */
  amp?: AmpElement
  /** Absent: it waits for consent as all content of third parties does. */
  consent?: 'none'
}

/** What a provider's URL says; the table adds the provider's name. */
export type Reading = Omit<EmbedTarget, 'provider' | 'consent'>

/** Reads a URL of one provider. @param language of a frame's own texts, where the provider lets one choose */
export type Read = (url: URL, language: Language) => Reading | undefined

/**
 * One form of a provider's URLs, and what is written for it. `{name}` in the texts is the part of that name: what is not
 * matched never reaches a frame's URL (EMB-5).
 */
export interface Form {
  /** Only on these hosts of the provider. */
  hosts?: readonly string[]
  /** Of the path; its named groups are parts. */
  path: RegExp
  /** Required parameters of the query; each whole match is a part, and so are its named groups. */
  query?: Readonly<Record<string, RegExp>>
  id: string
  url: string
  frame?: string
  shape?: FrameShape
  amp?: AmpElement
}

/**
 * Where an element of a provider's code has its URL: a text with `{attribute}` for the values of attributes and
 * `{class:prefix}` for the rest of a class and `{setting:name}` for a text of the JSON in `data-settings`, the first link
 * with a known URL, or the last link.
 */
type MarkupUrl = string | { link: 'known' | 'last' }

/** The provider's own code, which its script turns into the content. */
export interface MarkupRule {
  tag?: string
  /** One of its classes; with a dash or underscore at its end, the beginning of one. */
  className?: string
  /** An attribute that it has. */
  has?: string
  /** In order: the first usable one. */
  from: readonly MarkupUrl[]
  /** Its words are the content's own, and become the caption. */
  hasWords?: boolean
}

/** One row of the table of providers (docs/decisions/056). */
export interface Provider {
  type: EmbedType
  name: string
  /** With and without `www.` */
  hosts: readonly string[]
  /** Hosts whose direct subdomains are the provider's, one a user. */
  subdomainsOf?: readonly string[]
  /** Origins of its frames, for the content security policy; empty: a link is all there is. */
  origins: readonly string[]
  consent: EmbedConsent
  /** Paths of its hosts that are its own; absent: all. */
  namedPath?: RegExp
  /** How its URLs are read: by their forms, in order, or by a function. */
  read: readonly Form[] | Read
  markup?: readonly MarkupRule[]
  /** Shortcodes of WordPress' plugins: `{name}` is an attribute, `{0}` the first value without a name. */
  shortcodes?: Readonly<Record<string, readonly string[]>>
}

export const WIDE: FrameShape = { ratio: '16 / 9' }
export const TALL: FrameShape = { ratio: '9 / 16' }
export const WIDE_SIZE = { width: 16, height: 9 }
export const TALL_SIZE = { width: 9, height: 16 }

/** A text with its parts in place. */
export function filled(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w-]+)\}/g, (_, name: string) => parts[name] ?? '')
}

/** Reads a URL by the first form that fits. */
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
  // A part with a name comes before a whole parameter that has the same.
  return { ...parts, ...named }
}

function written({ id, url, frame, shape = WIDE, amp }: Form, parts: Readonly<Record<string, string>>): Reading {
  return {
    id: filled(id, parts),
    url: filled(url, parts),
    ...(frame && { frame: { src: filled(frame, parts), shape } }),
    ...(amp && {
      amp: {
        ...amp,
        attributes: Object.fromEntries(
          Object.entries(amp.attributes).map(([name, value]) => [name, filled(value, parts)]),
        ),
      },
    }),
  }
}

/** A parameter of a query that is exactly of a form. */
export function parameter(url: URL, name: string, form: RegExp): string | undefined {
  return form.exec(url.searchParams.get(name) ?? '')?.[0]
}

/** Providers without a frame that any page may show: a link with their name. @param hosts by name */
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

/** `90`, `90s`, `1m30s`, `1h2m3s` in seconds; undefined for nothing and for zero. */
export function secondsOf(written: string): string | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? []
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sum > 0 ? String(sum) : undefined
}
