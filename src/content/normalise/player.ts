import * as z from 'zod'
import { escapeHtml, type SafeHtml } from '../../system/escape.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import type { AudioBlock, Block, ListItem, VideoBlock } from '../block.ts'
import { isEmbed } from '../embeds.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { attribute, elementNamed, elementsNamed, type HtmlElement, hasClass, isText } from '../html/tree.ts'
import { pixelSize } from '../image-sizes.ts'
import { imageSource } from '../images.ts'
import { bindLines } from '../line-breaks.ts'
import { contentLink, type LinkRules, languageOfText } from '../links.ts'
import { fileNameOf, type MediaFile, type MediaSource, type MediaTrack, mediaTypeOf } from '../media-file.ts'
import { foldWhiteSpace, plainField } from '../text.ts'
import { number, text } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { embedBlockOf } from './embed-markup.ts'
import { type RecordingParts, recordingParts } from './recording-parts.ts'
import { captionHtml } from './text.ts'

const MIME = /^(?:audio|video|application)\/[\w.+-]{1,60}$/
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
const TRACK_KINDS = ['captions', 'subtitles', 'descriptions', 'chapters'] as const
const MAX_SECONDS = 30 * 86_400
const MAX_SOURCES = 8
const MAX_TRACKS = 50
/** Cost of a player beyond its markup. */
const PLAYER_TAGS = 8

/** Without a playable file the text stays (BLOCK-41). */
export const player: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const caption = captionHtml(nodes, context)
  const element = elementNamed(nodes, 'audio', 'video')
  const duration = lengthOf(block.attrs.duration)
  const { parts, rest } = yield* recordingParts(block, context)
  let isPlayed = false
  const made = (element ? playerBlocks(element, context, caption) : []).map((one) => {
    if (one.type !== 'audio' && one.type !== 'video') return one
    isPlayed = true
    return { ...one, duration: duration || undefined, ...parts }
  })
  if (isPlayed) return [...made, ...rest]
  const words: Block[] = caption ? [{ type: 'paragraph', html: caption }] : []
  return [...made, ...words, ...(parts.transcript ?? []), ...rest]
}

/** 0: impossible. */
function lengthOf(written: unknown): number {
  const seconds = Math.round(number.parse(written) ?? 0)
  return seconds > 0 && seconds < MAX_SECONDS ? seconds : 0
}

/** A provider's video, as in WordPress' shortcodes, is an embed; without a playable file the text stays (VIDEO-8). */
export function playerBlocks(
  element: HtmlElement,
  context: NormaliseContext,
  caption?: SafeHtml,
  partsOf?: () => RecordingParts,
): Block[] {
  const provided = sourcesOf(element).find(({ src }) => isProvided(src, context))
  if (provided) return embedBlockOf(withoutInstance(provided.src), context)
  const player = playerBlock(element, context, caption)
  if (player) return [{ ...player, ...partsOf?.() }]
  const words = inlineNodes(element.childNodes, context.rules)
  return words === '' ? [] : [{ type: 'paragraph', html: words }]
}

function isProvided(src: string, { rules }: NormaliseContext): boolean {
  return mediaTypeOf(withoutInstance(src)) === undefined && isEmbed(src, rules.service.group.embeds)
}

/** @returns undefined when no file may be loaded */
export function playerBlock(
  element: HtmlElement,
  { rules }: Pick<NormaliseContext, 'rules'>,
  caption?: SafeHtml,
): AudioBlock | VideoBlock | undefined {
  const file = mediaFile(sourcesOf(element), rules)
  if (!file) return undefined
  const has = (name: string): boolean => attribute(element, name) !== undefined
  const title = foldWhiteSpace(attribute(element, 'title') || attribute(element, 'aria-label') || '')
  const tracks = tracksOf(element, rules)
  const common = {
    ...file,
    isLazy: attribute(element, 'preload') === 'none' || undefined,
    loop: has('loop') || undefined,
    caption: caption || undefined,
    title: title || undefined,
  }
  if (element.tagName === 'audio') return { type: 'audio', ...common, tracks: tracks.length > 0 ? tracks : undefined }
  const poster = imageSource(attribute(element, 'poster') ?? '', rules.images)?.src
  const [width, height] = [pixelSize(attribute(element, 'width')), pixelSize(attribute(element, 'height'))]
  return {
    type: 'video',
    ...common,
    poster: poster || undefined,
    width: height && width,
    height: width && height,
    muted: has('muted') || undefined,
    tracks,
  }
}

interface WrittenSource {
  src: string
  type?: string
}

/** Delaying plugins rename their URLs. */
function sourcesOf(element: HtmlElement): WrittenSource[] {
  const listed = elementsNamed(element.childNodes, 'source')
  return [element, ...listed].slice(0, MAX_SOURCES).map((one) => ({
    src: attribute(one, 'src') || attribute(one, 'data-src') || '',
    type: attribute(one, 'type'),
  }))
}

/** WordPress appends an instance's number to files. */
function withoutInstance(src: string): string {
  return src.replace(/[?&]_=\d+$/, '')
}

function mediaFile(candidates: readonly WrittenSource[], rules: LinkRules): MediaFile | undefined {
  const bySrc = new Map<string, MediaSource>()
  let isForeign = false
  for (const { src: written, type } of candidates) {
    const src = mediaUrl(written, rules)
    if (src === undefined || bySrc.has(src)) continue
    isForeign ||= isForeignUrl(src, rules)
    bySrc.set(src, { src, type: type && MIME.test(type) ? type : undefined })
  }
  const [first, ...others] = bySrc.values()
  return first && { sources: [first, ...others], isForeign: isForeign || undefined }
}

function mediaUrl(written: string, rules: LinkRules): string | undefined {
  const href = contentLink(withoutInstance(written), rules)?.href
  return href !== undefined && /^(?:https?:\/\/|\/(?!\/))/.test(href) ? href : undefined
}

function isForeignUrl(src: string, { cmsHosts, images }: LinkRules): boolean {
  const url = URL.parse(src)
  return url !== null && !cmsHosts.has(url.host) && !src.startsWith(`${images.cdn}/`)
}

function tracksOf(element: HtmlElement, rules: LinkRules): MediaTrack[] {
  const tracks: MediaTrack[] = []
  for (const written of elementsNamed(element.childNodes, 'track').slice(0, MAX_TRACKS)) {
    const src = mediaUrl(attribute(written, 'src') ?? '', rules)
    const kind = TRACK_KINDS.find((one) => one === (attribute(written, 'kind')?.toLowerCase() ?? 'subtitles'))
    if (src === undefined || kind === undefined || tracks.some((one) => one.src === src)) continue
    const [language = '', label] = [attribute(written, 'srclang'), attribute(written, 'label')]
    const isDefault = attribute(written, 'default') !== undefined && !tracks.some((one) => one.isDefault)
    tracks.push({
      src,
      kind,
      language: LANGUAGE.test(language) ? language : rules.service.language,
      label: label || undefined,
      isDefault: isDefault || undefined,
    })
  }
  return tracks
}

const PLAYLIST = 'wp-playlist'

export function isPlaylist(element: HtmlElement): boolean {
  return hasClass(element, PLAYLIST)
}

const size = z.object({ width: number, height: number }).partial()
const track = z.object({
  src: z.string(),
  type: text,
  title: text,
  caption: text,
  meta: z.object({ artist: text, album: text, length_formatted: text }).partial().catch({}),
  image: z.object({ src: text }).partial().catch({}),
  dimensions: z.object({ original: size }).partial().catch({}),
})
type Track = z.output<typeof track>
const playlist = z.object({ type: z.enum(['audio', 'video']), tracks: z.array(z.unknown()) })
/** WordPress shows these for recordings without an image. */
const STOCK_IMAGE = /\/wp-includes\/images\/media\//

/** A numbered list with players (BLOCK-43); without settings, WordPress' list of links. */
export function playlistBlocks(element: HtmlElement, { budget, rules }: NormaliseContext): Block[] {
  const settings = playlist.safeParse(settingsOf(element)).data
  const items: ListItem[] = []
  for (const candidate of settings?.tracks.slice(0, MAX_TRACKS) ?? []) {
    const { data } = track.safeParse(candidate)
    const file = data && mediaFile([{ src: data.src, type: data.type }], rules)
    if (!settings || !file || !budget.takeBlock(PLAYER_TAGS)) continue
    items.push(playlistItem(data, settings.type, file, rules))
  }
  if (items.length > 0) return [{ type: 'list', ordered: true, items }]
  const links = elementsNamed(element.childNodes, 'li').flatMap((item): ListItem[] => {
    const html = inlineNodes(item.childNodes, rules)
    return html === '' ? [] : [{ html, blocks: [] }]
  })
  return links.length > 0 ? [{ type: 'list', ordered: true, items: links }] : []
}

function playlistItem(data: Track, type: 'audio' | 'video', file: MediaFile, rules: LinkRules): ListItem {
  const { meta, image, dimensions } = data
  const [title = '', artist = '', album = '', length = ''] = [
    data.caption || data.title,
    meta.artist,
    meta.album,
    meta.length_formatted,
  ].map((field) => plainField(field ?? ''))
  const duration = secondsOf(length)
  const words = [title || fileNameOf(file.sources[0].src), artist, album, duration ? length : '']
  const common = { ...file, title: title || undefined, artist: artist || undefined, duration }
  const imageUrl = image.src && !STOCK_IMAGE.test(image.src) ? imageSource(image.src, rules.images)?.src : undefined
  const { width, height } = dimensions.original ?? {}
  const made: AudioBlock | VideoBlock =
    type === 'audio'
      ? { type, ...common, artwork: imageUrl || undefined }
      : {
          type,
          ...common,
          poster: imageUrl || undefined,
          width: width && height ? width : undefined,
          height: width && height ? height : undefined,
          tracks: [],
        }
  return { html: escapeHtml(bindLines(words.filter(Boolean).join(' — '), languageOfText(rules))), blocks: [made] }
}

/** Reads `3:45` and `1:02:03`. */
function secondsOf(length: string): number | undefined {
  if (!/^\d{1,3}(?::\d{2}){1,2}$/.test(length)) return undefined
  return length.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0) || undefined
}

function settingsOf(element: HtmlElement): unknown {
  const [script] = elementsNamed(element.childNodes, 'script')
  const written = script?.childNodes.filter(isText).map(({ value }) => value)
  try {
    return parseWellFormed(written?.join('') ?? '')
  } catch {
    return undefined
  }
}
