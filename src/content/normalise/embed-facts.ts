import type { SafeHtml } from '../../system/escape.ts'
import { isRecord } from '../../system/record.ts'
import type { EmbedFacts, ResponsiveImage } from '../block.ts'
import { parseImage } from '../html/image-html.ts'
import { attribute, elementNamed, type HtmlElement, textOf } from '../html/tree.ts'
import { imageSource, isOwnImage } from '../images.ts'
import { bindLines } from '../line-breaks.ts'
import { type LinkRules, languageOfText } from '../links.ts'
import { plainLine } from '../plain-line.ts'
import { lineOf, plainText } from '../text.ts'
import { number, text } from '../wire.ts'
import type { NormaliseContext } from './context.ts'
import { type Fields, imageField, textField } from './fields.ts'

/**
 * Editors' words on embedded content (EMB-13): in settings, in `data-` attributes of the element or figure, or in a
 * caption, with an image in it and a length at its end.
 */

/** Characters. */
const MAX_TITLE = 160
const MAX_SECONDS = 86_400
/** Elements between a frame and its figure. */
const MAX_AROUND = 4

export type EmbedFactsContext = Pick<NormaliseContext, 'rules' | 'report' | 'call'>

/** @param names of the settings */
export function factsInFields(
  fields: Fields,
  { rules, report, call }: EmbedFactsContext,
  names = { title: 'title', duration: 'duration', poster: 'poster' },
): EmbedFacts {
  const problem = (field: string, kind: string): void => report({ call, field: `embed.${field}`, kind })
  const [title, written] = [textField(fields, names.title), text.parse(fields[names.duration])]
  const [duration, poster] = [secondsOf(written), posterField(fields[names.poster], rules)]
  if (written && duration === undefined) problem(names.duration, 'no length, such as 3:45')
  if (poster === FOREIGN) problem(names.poster, 'an image of another host, which would hear of readers')
  return { title: titleOf(title, rules), duration, poster: poster === FOREIGN ? undefined : poster }
}

const FOREIGN = 'foreign'

function posterField(value: unknown, rules: LinkRules): ResponsiveImage | typeof FOREIGN | undefined {
  const url = isRecord(value) ? value.url : value
  // A number is WordPress' id of an image.
  if (typeof url !== 'string' || url.trim() === '') return undefined
  const image = isRecord(value) ? imageField({ value }, 'value', rules, '') : plainImage(url, rules)
  return image && (isOwnImage(image.src, rules.images) ? { ...image, alt: '' } : FOREIGN)
}

function plainImage(url: string, rules: LinkRules): ResponsiveImage | undefined {
  const source = imageSource(url, rules.images)
  return source && { ...source, alt: '' }
}

/** @param provider its name alone is no title */
export function factsInMarkup(element: HtmlElement | undefined, provider: string, rules: LinkRules): EmbedFacts {
  const around = element ? upToFigure(element) : []
  const written = (name: string): string | undefined =>
    around.flatMap((one) => attribute(one, name)?.trim() || []).find(Boolean)
  const figure = around.find(({ tagName }) => tagName === 'figure')
  const caption = figure && elementNamed(figure.childNodes, 'figcaption')
  const poster = posterField(written('data-poster'), rules)
  const frameTitle = ((element && attribute(element, 'title')) ?? '').replace(LABEL, '')
  return {
    title: titleOf(written('data-title') ?? (isTelling(frameTitle, provider) ? frameTitle : undefined), rules),
    duration: secondsOf(written('data-duration')) ?? lengthIn(caption),
    poster: (poster === FOREIGN ? undefined : poster) ?? imageIn(caption, rules),
  }
}

function upToFigure(element: HtmlElement): HtmlElement[] {
  const around = [element]
  for (let { parentNode } = element; parentNode && 'tagName' in parentNode; { parentNode } = parentNode) {
    if (around.length > MAX_AROUND) break
    if (parentNode.tagName === 'figure') return [...around, parentNode]
    around.push(parentNode)
  }
  return [element]
}

/** Takes a caption's image as the poster, for which WordPress has no other place. */
function imageIn(caption: HtmlElement | undefined, rules: LinkRules): ResponsiveImage | undefined {
  if (!caption || !elementNamed(caption.childNodes, 'img')) return undefined
  const { src, width, height, fullWidth } = parseImage([caption], '')
  const source = imageSource(src, rules.images, width, fullWidth)
  return source && isOwnImage(source.src, rules.images) ? { ...source, alt: '', width, height } : undefined
}

/** `Film z warsztatu (3:45)`. */
const LENGTH_AT_END = /\(((?:\d{1,2}:)?\d{1,3}:[0-5]\d)\)$/

/** After these `(18:30)` is a time of day. */
const TIME_WORDS = new Set(
  [
    'dziś dzisiaj jutro pojutrze wczoraj godz godzina godzinie żywo wieczorem rano',
    'poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę',
    'live today tomorrow yesterday tonight heute morgen gestern uhr сьогодні завтра вчора наживо',
  ].flatMap((words) => words.split(' ')),
)
const CLOCK_TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d$/

function lengthIn(caption: HtmlElement | undefined): number | undefined {
  const words = caption ? textOf(caption.childNodes).trim() : ''
  const [, length = ''] = LENGTH_AT_END.exec(words) ?? []
  const isWhen = CLOCK_TIME.test(length) && wordsOf(words).some((word) => TIME_WORDS.has(word))
  return isWhen ? undefined : secondsOf(length)
}

function titleOf(written: string | undefined, rules: LinkRules): string | undefined {
  const line = lineOf(written ?? '', MAX_TITLE)
  return line === '' || /^https?:\/\//i.test(line) ? undefined : bindLines(line, languageOfText(rules))
}

/** They name frames, not what is shown. */
const OF_FRAMES = new Set('video player embed embedded iframe frame content post the of from by a on'.split(' '))

/** What a provider, or WordPress in Polish, calls all its frames; the empty name: any provider. */
const STOCK_TITLES: Readonly<Record<string, readonly string[]>> = {
  '': ['Media player', 'Post osadzony', 'Osadzony post', 'Osadzona treść', 'Odtwarzacz filmów', 'Odtwarzacz wideo'],
  YouTube: ['Odtwarzacz filmów YouTube', 'Odtwarzacz wideo YouTube'],
  Instagram: ['Post na Instagramie'],
  Deezer: ['deezer-widget'],
  Flourish: ['Interactive or visual content'],
  'Google Maps': ['Mapa Google', 'Mapy Google'],
}

/** Spotify writes it before what the frame shows. */
const LABEL = /^\s*Spotify\s+Embed\s*:/i
/** `fb:post Facebook Social Plugin`. */
const OF_PLUGIN = /^\s*fb:/i

function isTelling(title: string, provider: string): boolean {
  const named = new Set(wordsOf(provider))
  const written = wordsOf(title)
  const stock = [...(STOCK_TITLES[''] ?? []), ...(STOCK_TITLES[provider] ?? [])]
  if (OF_PLUGIN.test(title) || stock.some((one) => wordsOf(one).join(' ') === written.join(' '))) return false
  return written.some((word) => !named.has(word) && !OF_FRAMES.has(word))
}

function wordsOf(written: string): string[] {
  return written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/
const ISO = /^PT(?=\d)(?:(\d{1,2})H)?(?:(\d{1,4})M)?(?:(\d{1,5})(?:\.\d+)?S)?$/i

/** Reads `225`, `3:45`, `1:02:03` and `PT3M45S`. */
function secondsOf(written: string | undefined): number | undefined {
  const value = written?.trim() ?? ''
  const [, hours = '0', minutes = '0', seconds = '0'] = CLOCK.exec(value) ?? ISO.exec(value) ?? []
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const length =
    sum > 0 ? sum : Math.round(number.parse(/^\d{1,6}(?:\.\d{1,3})?$/.test(value) ? value : undefined) ?? 0)
  return length > 0 && length <= MAX_SECONDS ? length : undefined
}

/** Sanitised attributes have no `<` and no `>`. */
const IMAGE = /<img\b[^<>]*>/g
/** An element that would be empty without them. */
const AROUND_IMAGES = /<(?!(?:img|br)\b)([a-z\d]+)(?:\s[^<>]*)?>((?:\s*<(?:img|br)\b[^<>]*>)+)\s*<\/\1>/g
const BREAKS_AT_START = /^((?:\s*<(?!br\b)[a-z][^<>]*>)*)(?:\s*<br\b[^<>]*>)+\s*/

/** Takes poster and repeated title from the caption. @param facts win over the block's own */
export function withFacts<T extends EmbedFacts & { caption?: SafeHtml | undefined }>(block: T, facts: EmbedFacts): T {
  const { title = block.title, duration = block.duration, poster = block.poster } = facts
  const caption = poster ? withoutImage(block.caption) : block.caption
  const isSaid = title !== undefined && caption !== undefined && plainLine(plainText(caption)) === plainLine(title)
  return { ...block, caption: isSaid ? undefined : caption, title, duration, poster }
}

function withoutImage(caption: SafeHtml | undefined): SafeHtml | undefined {
  let rest = String(caption ?? '')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = before.replace(AROUND_IMAGES, '$2')
  }
  rest = rest.replace(IMAGE, '').trim().replace(BREAKS_AT_START, '$1').trim()
  return rest === '' ? undefined : (rest as SafeHtml)
}
