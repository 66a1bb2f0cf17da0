import * as z from 'zod'
import type { OwnEmbed } from '../../services/service.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import { embedTarget, httpUrl, PROVIDERS } from '../embeds.ts'
import { attribute, classesOf, type HtmlElement, textOf, visit } from '../html/tree.ts'
import { text } from '../wire.ts'
import type { MarkupRule } from './providers/provider.ts'

export interface EmbedCode {
  element: HtmlElement
  url: string
  hasWords: boolean
}

/** Scripts keep a frame's URL in these until later or consent. */
const FRAME_SOURCES = [
  'src',
  ...'src lazy-src litespeed-src ep-src cmplz-src src-cmplz cookieblock-src cookieconsent-src orig-src original iframe-src rocket-src tally-src url'
    .split(' ')
    .map((name) => `data-${name}`),
]
/** They hold an object's URL. */
const OBJECT_PARAMETERS = new Set(['movie', 'src', 'filename', 'url', 'data'])
const FRAMES = new Set(['iframe', 'amp-iframe', 'frame'])
const OBJECTS = new Set(['object', 'embed'])
/** Of providers outside the table. */
const WIDGET = /(?:^|[\s_-])(?:embed|widget|player)(?:$|[\s_-])/i
const WIDGET_URLS = ['data-url', 'data-href', 'data-src', 'data-permalink', 'cite']

/** They show nothing of their own. */
const BLANK = new Set('script style span div p i br section noscript'.split(' '))
/** Each level would read nested code again. */
const MAX_INSIDE = 200
const MAX_SETTINGS = 20_000
const settings = z.record(z.string(), z.unknown())

const BY_CLASS = new Map<string, MarkupRule[]>()
const BY_PREFIX: Array<readonly [prefix: string, rule: MarkupRule]> = []
const BY_TAG = new Map<string, MarkupRule[]>()
const BY_ATTRIBUTE = new Map<string, MarkupRule[]>()

const OF_EDITORS: readonly MarkupRule[] = [
  { tag: 'oembed', from: ['{url}'] },
  { has: 'data-oembed-url', from: ['{data-oembed-url}'] },
  // Its script makes a video of settings.
  {
    className: 'elementor-widget-video',
    from: [
      '{setting:youtube_url}#start={setting:start}',
      ...['youtube_url', 'vimeo_url', 'dailymotion_url', 'videopress_url'].map((name) => `{setting:${name}}`),
    ],
  },
]

for (const rule of [...PROVIDERS.flatMap(({ markup = [] }) => markup), ...OF_EDITORS]) {
  const { className, tag, has } = rule
  if (className !== undefined && /[-_]$/.test(className)) BY_PREFIX.push([className, rule])
  else if (className !== undefined) add(BY_CLASS, className, rule)
  else if (tag !== undefined) add(BY_TAG, tag, rule)
  else if (has !== undefined) add(BY_ATTRIBUTE, has, rule)
}

function add(map: Map<string, MarkupRule[]>, key: string, rule: MarkupRule): void {
  const known = map.get(key)
  if (known) known.push(rule)
  else map.set(key, [rule])
}

export function mayHoldEmbeds(markup: string): boolean {
  return /<(?:i?frame|object|o?embed|script|amp-|lite-|fb:|video)|\b(?:class|cite)=|\sdata-/i.test(markup)
}

/** A frame, object, script, or provider's code (EMB-2). */
export function embedCode(element: HtmlElement, own: readonly OwnEmbed[]): EmbedCode | undefined {
  const { tagName } = element
  const isKnown = (url: string): boolean => embedTarget(url, 'en', own) !== undefined
  const code = (url: string | undefined, hasWords = false): EmbedCode | undefined =>
    url === undefined ? undefined : { element, url, hasWords }
  if (FRAMES.has(tagName)) return code(best(framed(element), isKnown))
  if (OBJECTS.has(tagName)) return code(best(objectUrls(element), isKnown))
  let unknown: string | undefined
  for (const rule of rulesFor(element)) {
    const urls = rule.from.flatMap((from) => urlsIn(element, from, isKnown))
    const url = urls.find(isKnown)
    if (url !== undefined) return code(url, rule.hasWords)
    unknown ??= urls.find(isLinkable)
  }
  // Code with words stays.
  if (unknown !== undefined && isBlank(element)) return code(unknown)
  if (tagName === 'script') return code([attribute(element, 'src') ?? ''].find(isKnown))
  return code(widgetUrl(element))
}

function best(urls: readonly string[], isKnown: (url: string) => boolean): string | undefined {
  return urls.find(isKnown) ?? urls.find(isLinkable)
}

function isLinkable(url: string): boolean {
  return httpUrl(url) !== undefined || /^\/(?![/\\])/.test(url.trim())
}

function framed(element: HtmlElement): string[] {
  return FRAME_SOURCES.flatMap((name) => attribute(element, name) ?? [])
}

function objectUrls(element: HtmlElement): string[] {
  const urls = ['data', 'src'].flatMap((name) => attribute(element, name) ?? [])
  for (const inside of insideOf(element)) {
    const { tagName } = inside
    const name = tagName === 'param' ? (attribute(inside, 'name') ?? '').toLowerCase() : undefined
    if (name !== undefined && OBJECT_PARAMETERS.has(name)) urls.push(attribute(inside, 'value') ?? '')
    if (tagName === 'embed') urls.push(attribute(inside, 'src') ?? '')
    if (tagName === 'object') urls.push(attribute(inside, 'data') ?? '')
    if (FRAMES.has(tagName)) urls.push(...framed(inside))
  }
  return urls
}

function rulesFor(element: HtmlElement): MarkupRule[] {
  const rules = new Set(BY_TAG.get(element.tagName))
  for (const { name } of element.attrs) {
    if (name === 'class') {
      for (const one of classesOf(element)) {
        for (const rule of BY_CLASS.get(one) ?? []) rules.add(rule)
        for (const [prefix, rule] of BY_PREFIX) if (one.startsWith(prefix)) rules.add(rule)
      }
    } else for (const rule of BY_ATTRIBUTE.get(name) ?? []) rules.add(rule)
  }
  return [...rules].filter(({ tag, has }) => {
    const isTag = tag === undefined || tag === element.tagName
    return isTag && (has === undefined || attribute(element, has) !== undefined)
  })
}

function urlsIn(element: HtmlElement, from: MarkupRule['from'][number], isKnown: (url: string) => boolean): string[] {
  if (typeof from === 'string') return written(from, element) ?? []
  const anchors = [element, ...insideOf(element)].filter(({ tagName }) => tagName === 'a')
  const links = anchors.flatMap((one) => attribute(one, 'href') ?? [])
  const link = from.link === 'last' ? links.at(-1) : links.find(isKnown)
  return link === undefined ? [] : [link]
}

function written(template: string, element: HtmlElement): [string] | undefined {
  let isWhole = true
  const url = template.replace(/\{([\w:-]+)\}/g, (_, name: string) => {
    const value = partOf(name, element)
    if (!value) isWhole = false
    return value ?? ''
  })
  return isWhole ? [url] : undefined
}

function partOf(name: string, element: HtmlElement): string | undefined {
  if (name.startsWith('class:')) return classRest(element, name.slice('class:'.length))
  if (name.startsWith('setting:')) return settingOf(element, name.slice('setting:'.length))
  return attribute(element, name)?.trim()
}

function settingOf(element: HtmlElement, name: string): string | undefined {
  const json = attribute(element, 'data-settings') ?? ''
  if (json.length > MAX_SETTINGS) return undefined
  try {
    const value = settings.safeParse(parseWellFormed(json)).data?.[name]
    return text.parse(value)?.trim()
  } catch {
    return undefined
  }
}

function classRest(element: HtmlElement, prefix: string): string | undefined {
  return classesOf(element)
    .find((name) => name.startsWith(prefix))
    ?.slice(prefix.length)
}

/** An unknown widget without text would vanish (EMB-1). */
function widgetUrl(element: HtmlElement): string | undefined {
  if (!WIDGET.test(attribute(element, 'class') ?? '')) return undefined
  const url = WIDGET_URLS.flatMap((name) => attribute(element, name) ?? []).find(
    (value) => httpUrl(value) !== undefined,
  )
  return url !== undefined && isBlank(element) ? url : undefined
}

function isBlank(element: HtmlElement): boolean {
  const inside = insideOf(element)
  return (
    inside.length < MAX_INSIDE &&
    inside.every(({ tagName }) => BLANK.has(tagName)) &&
    textOf(element.childNodes).trim() === ''
  )
}

function insideOf(element: HtmlElement): HtmlElement[] {
  const inside: HtmlElement[] = []
  visit(element.childNodes, (one) => {
    if (inside.length < MAX_INSIDE) inside.push(one)
    return inside.length < MAX_INSIDE
  })
  return inside
}
