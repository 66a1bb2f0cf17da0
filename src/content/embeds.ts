import type { Language } from '../languages/language.ts'
import type { OwnEmbed, Services } from '../services/service.ts'
import { DOCUMENT_PROVIDERS } from './embeds/providers/documents.ts'
import { MAP_PROVIDERS } from './embeds/providers/maps.ts'
import { ownProvider } from './embeds/providers/own.ts'
import {
  type EmbedTarget,
  type EmbedType,
  type Provider,
  type Reading,
  readForms,
} from './embeds/providers/provider.ts'
import { SOCIAL_PROVIDERS } from './embeds/providers/social.ts'
import { SOUND_PROVIDERS } from './embeds/providers/sound.ts'
import { VIDEO_PROVIDERS } from './embeds/providers/video.ts'

/** The server never fetches third-party content (BLOCK-30). */

/** Pages, AMP, the security policy and the reading of markup follow from this (docs/decisions/056). */
export const PROVIDERS: readonly Provider[] = [
  ...VIDEO_PROVIDERS,
  ...SOCIAL_PROVIDERS,
  ...SOUND_PROVIDERS,
  ...MAP_PROVIDERS,
  ...DOCUMENT_PROVIDERS,
]

function byHost(hostsOf: (provider: Provider) => readonly string[]): ReadonlyMap<string, readonly Provider[]> {
  const map = new Map<string, Provider[]>()
  for (const provider of PROVIDERS) {
    for (const host of hostsOf(provider)) {
      const known = map.get(host)
      if (known) known.push(provider)
      else map.set(host, [provider])
    }
  }
  return map
}

const BY_HOST = byHost(({ hosts }) => hosts)
const BY_PARENT = byHost(({ subdomainsOf = [] }) => subdomainsOf)

export const FRAME_ORIGINS: readonly string[] = [...new Set(PROVIDERS.flatMap(({ origins }) => origins))]

export function frameOriginsOf(services: Services): string[] {
  const own = Object.values(services).flatMap(({ group }) => group.embeds)
  return [...new Set([...FRAME_ORIGINS, ...own.flatMap((one) => ownProvider(one).origins)])]
}

/** Exact hosts, or one label below. */
function providersAt({ hostname }: URL, own: readonly OwnEmbed[]): readonly Provider[] {
  const host = hostname.startsWith('www.') ? hostname.slice('www.'.length) : hostname
  const owned = own.map(ownProvider).filter(({ hosts }) => hosts.includes(host))
  const known = BY_HOST.get(host) ?? BY_PARENT.get(host.slice(host.indexOf('.') + 1)) ?? []
  return owned.length === 0 ? known : [...owned, ...known]
}

export function isChannelUrl(rawUrl: string): boolean {
  const url = httpUrl(rawUrl)
  const isYoutube = url !== undefined && providersAt(url, []).some(({ type }) => type === 'youtube')
  return isYoutube && /^\/(?:channel\/|@|c\/|user\/)./.test(url.pathname)
}

/** @returns undefined for no absolute http(s) URL, whose scheme may be missing */
export function httpUrl(rawUrl: string): URL | undefined {
  const written = rawUrl.trim()
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}

export function isEmbed(rawUrl: string, own: readonly OwnEmbed[]): boolean {
  return embedTarget(rawUrl, 'en', own) !== undefined
}

/**
 * @param own the site's providers, which come first
 * @returns undefined for an unknown provider
 */
export function embedTarget(
  rawUrl: string,
  language: Language,
  own: readonly OwnEmbed[],
): (EmbedTarget & { type: EmbedType }) | undefined {
  const url = plainUrl(rawUrl)
  if (!url) return undefined
  for (const provider of providersAt(url, own)) {
    const { type, name, consent, read } = provider
    const reading = typeof read === 'function' ? read(url, language) : readForms(read, url)
    const own = consent === 'none' ? consent : undefined
    if (reading) return { type, provider: name, ...framedBy(provider, reading), consent: own }
  }
  return undefined
}

/** Without port, user and password. */
function plainUrl(rawUrl: string): URL | undefined {
  const url = httpUrl(rawUrl)
  return url && url.port === '' && url.username === '' && url.password === '' ? url : undefined
}

/** Drops frames of other origins (EMB-5). */
function framedBy({ origins }: Provider, reading: Reading): Reading {
  const { frame, ...rest } = reading
  const isOwn = frame !== undefined && origins.includes(URL.parse(frame.src)?.origin ?? '')
  return isOwn ? reading : rest
}

/** Its provider's, else the host. */
export function providerName(url: URL, own: readonly OwnEmbed[]): string {
  const named =
    plainUrl(url.href) && providersAt(url, own).find(({ namedPath }) => namedPath?.test(url.pathname) ?? true)
  return named?.name ?? url.hostname.replace(/^www\./, '')
}

const TRADINGVIEW_SYMBOL = /^[A-Za-z0-9:._!-]{1,40}$/
const TRADINGVIEW_INTERVAL = /^(?:\d{1,4}|[DWM])$/
const TRADINGVIEW_HEIGHT = { default: 400, min: 200, max: 1000 }

const TRADINGVIEW_ENGLISH = { host: 'www', locale: 'en' }
const TRADINGVIEW_LANGUAGES: Readonly<Partial<Record<Language, { host: string; locale: string }>>> = {
  pl: { host: 'pl', locale: 'pl' },
  de: { host: 'de', locale: 'de_DE' },
  fr: { host: 'fr', locale: 'fr' },
  he: { host: 'il', locale: 'he_IL' },
}

export function tradingviewTarget(settings: {
  symbol: string
  interval?: string
  height?: number
  language: Language
}): EmbedTarget | undefined {
  const { symbol } = settings
  const { host, locale } = TRADINGVIEW_LANGUAGES[settings.language] ?? TRADINGVIEW_ENGLISH
  if (!TRADINGVIEW_SYMBOL.test(symbol)) return undefined
  const interval = TRADINGVIEW_INTERVAL.test(settings.interval ?? '') ? settings.interval : 'D'
  const height = Math.min(
    Math.max(settings.height ?? TRADINGVIEW_HEIGHT.default, TRADINGVIEW_HEIGHT.min),
    TRADINGVIEW_HEIGHT.max,
  )
  const query = `symbol=${encodeURIComponent(symbol)}&interval=${interval}&locale=${locale}&theme=light`
  return {
    provider: 'TradingView',
    id: symbol,
    url: `https://${host}.tradingview.com/chart/?symbol=${encodeURIComponent(symbol)}`,
    frame: { src: `https://s.tradingview.com/widgetembed/?${query}`, shape: { height } },
  }
}

const FORMS: ReadonlyArray<readonly [hosts: RegExp, path: RegExp, form: string]> = [
  [/(?:^|\.)(?:x|twitter)\.com$/, /^\/(\w{1,15})\/status\//, '@'],
  [/(?:^|\.)reddit\.com$/, /^\/r\/(\w{2,21})\//, 'r/'],
  [/(?:^|\.)(?:tiktok|threads|youtube|telegram|medium)\.(?:com|net)$/, /^\/@([\w.-]{1,40})(?:\/|$)/, '@'],
  [/^bsky\.app$/, /^\/profile\/([\w.-]{3,60})\//, '@'],
  [/^gist\.github\.com$/, /^\/([\w-]{1,39})\/\w/, '@'],
  [/(?:^|\.)soundcloud\.com$/, /^\/([\w-]{1,40})\/\w/, '@'],
]

export function whoseUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  for (const [hosts, path, form] of FORMS) {
    const name = hosts.test(hostname) ? path.exec(pathname)?.[1] : undefined
    if (name !== undefined) return `${form}${name}`
  }
  return undefined
}
