import type { Language } from '../languages/language.ts'
/**
 * Maps the URL of third-party content to its provider, its id and the frame that a click loads. The server never
 * fetches any of it (BLOCK-30).
 */

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
export type FrameShape = { ratio: '16 / 9' | '9 / 16' } | { height: number }

export interface EmbedTarget {
  /** Display name: "YouTube". */
  provider: string
  /** The provider's own id; the URL where there is none. */
  id: string
  /** The item's own page: a link for readers who do not load the frame. */
  url: string
  /** What a click loads; absent: the link is all there is. */
  frame?: { src: string; shape: FrameShape }
}

/** Reads a URL of one provider; the table adds the provider's name. */
/** @param language of a frame's own texts, where the provider lets one choose */
type Read = (url: URL, language: Language) => Omit<EmbedTarget, 'provider'> | undefined

const WIDE: FrameShape = { ratio: '16 / 9' }
const TALL: FrameShape = { ratio: '9 / 16' }
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
/** Path segments as long as an id that stand for a playlist and a live stream. */
const NO_YOUTUBE_IDS = new Set(['videoseries', 'live_stream'])

const youtube: Read = (url) => {
  const [, first, second] = url.pathname.split('/')
  const isShort = first === 'shorts'
  const inPath = isShort || first === 'embed' || first === 'live' || first === 'v' ? second : undefined
  const id = url.hostname === 'youtu.be' ? first : first === 'watch' ? url.searchParams.get('v') : inPath
  if (!id || !YOUTUBE_ID.test(id) || NO_YOUTUBE_IDS.has(id)) return undefined
  return {
    id,
    url: `https://www.youtube.com/watch?v=${id}`,
    frame: { src: `https://www.youtube-nocookie.com/embed/${id}`, shape: isShort ? TALL : WIDE },
  }
}

const vimeo: Read = (url) => {
  const id = /^\/(?:video\/|channels\/[^/]+\/)?(\d{1,15})(?:\/|$)/.exec(url.pathname)?.[1]
  return id === undefined
    ? undefined
    : {
        id,
        url: `https://vimeo.com/${id}`,
        frame: { src: `https://player.vimeo.com/video/${id}?dnt=1`, shape: WIDE },
      }
}

const instagram: Read = (url) => {
  const [, kind, id] = /\/(p|reel|tv)\/([A-Za-z0-9_-]{1,40})(?:\/|$)/.exec(url.pathname) ?? []
  if (!kind || !id) return undefined
  const pageUrl = `https://www.instagram.com/${kind}/${id}/`
  return { id, url: pageUrl, frame: { src: `${pageUrl}embed/`, shape: { height: 620 } } }
}

const twitter: Read = (url, language) => {
  const [, user, id] = /^\/(\w+|i\/web)\/status(?:es)?\/(\d{1,25})(?:\/|$)/.exec(url.pathname) ?? []
  if (!user || !id) return undefined
  const frame = `https://platform.twitter.com/embed/Tweet.html?id=${id}&dnt=true&lang=${language}`
  return { id, url: `https://x.com/${user}/status/${id}`, frame: { src: frame, shape: { height: 480 } } }
}

const facebook: Read = (url) => {
  // Other plugins are widgets of their own, such as like buttons and page boxes.
  if (url.pathname === '/' || url.pathname.startsWith('/plugins/')) return undefined
  const pageUrl = `https://www.facebook.com${url.pathname}${url.search}`
  const isVideo = /\/(?:videos|watch|reel)\b/.test(url.pathname)
  const plugin = `https://www.facebook.com/plugins/${isVideo ? 'video' : 'post'}.php`
  const query = new URLSearchParams({ href: pageUrl, show_text: 'true' })
  return { id: pageUrl, url: pageUrl, frame: { src: `${plugin}?${query}`, shape: { height: isVideo ? 420 : 560 } } }
}

const spotify: Read = (url) => {
  const path = /^\/(?:intl-[a-z]{2}\/|embed\/)?(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]{22})(?:\/|$)/
  const [, kind, id] = path.exec(url.pathname) ?? []
  if (!kind || !id) return undefined
  const shape = { height: kind === 'track' || kind === 'episode' ? 152 : 352 }
  return {
    id: `${kind}/${id}`,
    url: `https://open.spotify.com/${kind}/${id}`,
    frame: { src: `https://open.spotify.com/embed/${kind}/${id}`, shape },
  }
}

const reddit: Read = (url) => {
  const [path, id] = /^\/r\/\w+\/comments\/(\w{1,20})(?:\/[^/]*|$)/.exec(url.pathname) ?? []
  if (!path || !id) return undefined
  return {
    id,
    url: `https://www.reddit.com${path}`,
    frame: { src: `https://embed.reddit.com${path}`, shape: { height: 400 } },
  }
}

const tiktok: Read = (url) => {
  const [, id] = /^\/(?:@[\w.-]+\/video|embed\/v2|player\/v1)\/(\d{5,25})(?:\/|$)/.exec(url.pathname) ?? []
  if (!id) return undefined
  return {
    id,
    url: `https://www.tiktok.com${url.pathname}`,
    frame: { src: `https://www.tiktok.com/embed/v2/${id}`, shape: { height: 740 } },
  }
}

const soundcloud: Read = (url) => {
  const [, path] = /^(\/[\w-]+\/[\w-]+(?:\/[\w-]+)?)\/?$/.exec(url.pathname) ?? []
  if (!path) return undefined
  const pageUrl = `https://soundcloud.com${path}`
  const player = `https://w.soundcloud.com/player/?${new URLSearchParams({ url: pageUrl })}`
  return { id: path, url: pageUrl, frame: { src: player, shape: { height: 166 } } }
}

const linkedin: Read = (url) => {
  const id = /^\/embed\/feed\/update\/(urn:li:[a-zA-Z]+:\d{1,25})\/?$/.exec(url.pathname.replaceAll(/%3A/gi, ':'))?.[1]
  if (!id) return undefined
  return {
    id,
    url: `https://www.linkedin.com/feed/update/${id}`,
    frame: { src: `https://www.linkedin.com/embed/feed/update/${id}`, shape: { height: 560 } },
  }
}

/** Closed in 2023: only the link remains. */
const gfycat: Read = (url) => {
  const id = /^\/(?:ifr\/|(?:[a-z]{2}\/)?(?:gifs\/detail\/)?)([A-Za-z]{3,60})(?:[/-]|$)/.exec(url.pathname)?.[1]
  return id === undefined ? undefined : { id, url: `https://gfycat.com/${id}` }
}

const giphy: Read = (url) => {
  const id = /^\/(?:embed|gifs|media)\/(?:[\w-]*-)?([A-Za-z0-9]{5,40})(?:\/|$)/.exec(url.pathname)?.[1]
  if (!id) return undefined
  return {
    id,
    url: `https://giphy.com/gifs/${id}`,
    frame: { src: `https://giphy.com/embed/${id}`, shape: WIDE },
  }
}

const dailymotion: Read = (url) => {
  const id = /^\/(?:embed\/)?video\/([A-Za-z0-9]{5,20})(?:[/_]|$)/.exec(url.pathname)?.[1]
  if (!id) return undefined
  return {
    id,
    url: `https://www.dailymotion.com/video/${id}`,
    frame: { src: `https://www.dailymotion.com/embed/video/${id}`, shape: WIDE },
  }
}

const codepen: Read = (url) => {
  const [, user, id] = /^\/([\w-]+)\/(?:pen|embed)\/([A-Za-z0-9]{4,20})(?:\/|$)/.exec(url.pathname) ?? []
  if (!user || !id) return undefined
  return {
    id,
    url: `https://codepen.io/${user}/pen/${id}`,
    frame: { src: `https://codepen.io/${user}/embed/${id}?default-tab=result`, shape: { height: 420 } },
  }
}

interface Provider {
  type: EmbedType
  name: string
  hosts: readonly string[]
  read: Read
}

/** The providers whose frames may load after a click. Any other URL becomes a link. */
const PROVIDERS: readonly Provider[] = [
  {
    type: 'youtube',
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com', 'youtu.be'],
    read: youtube,
  },
  { type: 'vimeo', name: 'Vimeo', hosts: ['vimeo.com', 'player.vimeo.com'], read: vimeo },
  { type: 'instagram', name: 'Instagram', hosts: ['instagram.com', 'instagr.am'], read: instagram },
  { type: 'twitter', name: 'X', hosts: ['twitter.com', 'mobile.twitter.com', 'x.com'], read: twitter },
  { type: 'facebook', name: 'Facebook', hosts: ['facebook.com', 'm.facebook.com'], read: facebook },
  { type: 'spotify', name: 'Spotify', hosts: ['open.spotify.com'], read: spotify },
  { type: 'reddit', name: 'Reddit', hosts: ['reddit.com', 'old.reddit.com', 'embed.reddit.com'], read: reddit },
  { type: 'tiktok', name: 'TikTok', hosts: ['tiktok.com', 'm.tiktok.com'], read: tiktok },
  { type: 'soundcloud', name: 'SoundCloud', hosts: ['soundcloud.com', 'm.soundcloud.com'], read: soundcloud },
  { type: 'linkedin', name: 'LinkedIn', hosts: ['linkedin.com'], read: linkedin },
  { type: 'gfycat', name: 'Gfycat', hosts: ['gfycat.com'], read: gfycat },
  { type: 'giphy', name: 'Giphy', hosts: ['giphy.com'], read: giphy },
  { type: 'embed', name: 'Dailymotion', hosts: ['dailymotion.com'], read: dailymotion },
  { type: 'embed', name: 'CodePen', hosts: ['codepen.io'], read: codepen },
]
const BY_HOST = new Map(
  PROVIDERS.flatMap((provider) =>
    provider.hosts.flatMap((host) => [[host, provider] as const, [`www.${host}`, provider] as const]),
  ),
)

/** Origins of all frames, for the content security policy. */
export const FRAME_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.instagram.com',
  'https://platform.twitter.com',
  'https://www.facebook.com',
  'https://open.spotify.com',
  'https://embed.reddit.com',
  'https://www.tiktok.com',
  'https://w.soundcloud.com',
  'https://www.linkedin.com',
  'https://giphy.com',
  'https://s.tradingview.com',
  'https://www.dailymotion.com',
  'https://codepen.io',
] as const

/** Players that carry the played URL in a query parameter; editors paste them as frames. */
const PLAYERS = new Map([
  ['www.facebook.com/plugins/post.php', 'href'],
  ['www.facebook.com/plugins/video.php', 'href'],
  ['w.soundcloud.com/player/', 'url'],
])

/** Whether a URL is a YouTube channel's, not a video's. */
export function isChannelUrl(rawUrl: string): boolean {
  const url = httpUrl(rawUrl)
  const isYoutube = url !== undefined && BY_HOST.get(url.hostname)?.type === 'youtube'
  return isYoutube && /^\/(?:channel\/|@|c\/|user\/)./.test(url.pathname)
}

/** Parses an absolute http(s) URL, with or without its scheme; undefined for anything else. */
export function httpUrl(rawUrl: string): URL | undefined {
  const written = rawUrl.trim()
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}

/** Whether an allowed provider recognises a URL. */
export function isEmbed(rawUrl: string): boolean {
  return embedTarget(rawUrl, 'en') !== undefined
}

/**
 * Reads a URL of third-party content.
 * @returns the type and the target; undefined when no allowed provider recognises the URL
 */
export function embedTarget(rawUrl: string, language: Language): (EmbedTarget & { type: EmbedType }) | undefined {
  const parsed = httpUrl(rawUrl)
  const played = parsed && PLAYERS.get(`${parsed.hostname}${parsed.pathname}`)
  const url = parsed && played ? httpUrl(parsed.searchParams.get(played) ?? '') : parsed
  if (!url) return undefined
  const provider = BY_HOST.get(url.hostname)
  const target = provider?.read(url, language)
  return provider && target && { type: provider.type, provider: provider.name, ...target }
}

const TRADINGVIEW_SYMBOL = /^[A-Za-z0-9:._!-]{1,40}$/
const TRADINGVIEW_INTERVAL = /^(?:\d{1,4}|[DWM])$/
const TRADINGVIEW_HEIGHT = { default: 400, min: 200, max: 1000 }

/** It has no Ukrainian. */
const TRADINGVIEW_LANGUAGES: Readonly<Record<Language, { host: string; locale: string }>> = {
  pl: { host: 'pl', locale: 'pl' },
  en: { host: 'www', locale: 'en' },
  de: { host: 'de', locale: 'de_DE' },
  uk: { host: 'www', locale: 'en' },
}

/** The chart of a TradingView block (BLOCK-32). */
export function tradingviewTarget(settings: {
  symbol: string
  interval?: string | undefined
  height?: number | undefined
  language: Language
}): EmbedTarget | undefined {
  const { symbol } = settings
  const { host, locale } = TRADINGVIEW_LANGUAGES[settings.language]
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
