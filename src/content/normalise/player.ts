import * as z from 'zod'
import type { AudioBlock, Block, ListItem, VideoBlock } from '../block.ts'
import { escapeHtml, type SafeHtml } from '../html/escape.ts'
import { attribute, elementNamed, elementsNamed, type HtmlElement, isText } from '../html/tree.ts'
import { imageSource, pixelSize } from '../images.ts'
import { contentLink, type LinkRules } from '../links.ts'
import type { MediaFile, MediaSource, MediaTrack } from '../media-file.ts'
import { plainField } from '../text.ts'
import { text } from '../wire.ts'
import type { LeafNormaliser, NormaliseContext } from './context.ts'
import { captionHtml } from './text.ts'

const MIME = /^(?:audio|video|application)\/[\w.+-]{1,60}$/
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
const TRACK_KINDS = ['captions', 'subtitles', 'descriptions', 'chapters'] as const
const MAX_SOURCES = 8
const MAX_TRACKS = 50
/** The cost of a player beyond its markup, in tags. */
const PLAYER_TAGS = 8

/** A sound or a video from its markup; the text of its caption stays when no file can be played (BLOCK-41, BLOCK-42). */
export const player: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const caption = captionHtml(nodes, context)
  const element = elementNamed(nodes, 'audio', 'video')
  const made = element && playerBlock(element, context, caption)
  if (made) return [made]
  return caption ? [{ type: 'paragraph', html: caption }] : []
}

/** @returns undefined when the element names no file that may be loaded */
export function playerBlock(
  element: HtmlElement,
  { rules }: Pick<NormaliseContext, 'rules'>,
  caption?: SafeHtml,
): AudioBlock | VideoBlock | undefined {
  const listed = elementsNamed(element.childNodes, 'source')
  const file = mediaFile([element, ...listed].slice(0, MAX_SOURCES).map(sourceOf), rules)
  if (!file) return undefined
  const has = (name: string): boolean => attribute(element, name) !== undefined
  const common = { ...file, ...(has('loop') && { loop: true }), ...(caption && { caption }) }
  if (element.tagName === 'audio') return { type: 'audio', ...common }
  const poster = imageSource(attribute(element, 'poster') ?? '', rules.images)?.src
  const [width, height] = [pixelSize(attribute(element, 'width')), pixelSize(attribute(element, 'height'))]
  return {
    type: 'video',
    ...common,
    ...(poster && { poster }),
    ...(width && height && { width, height }),
    ...(has('muted') && { muted: true }),
    tracks: elementsNamed(element.childNodes, 'track').flatMap((track) => trackOf(track, rules)),
  }
}

function sourceOf(element: HtmlElement): { src: string; type?: string | undefined } {
  return { src: attribute(element, 'src') ?? '', type: attribute(element, 'type') }
}

function mediaFile(
  candidates: ReadonlyArray<{ src: string; type?: string | undefined }>,
  rules: LinkRules,
): MediaFile | undefined {
  const bySrc = new Map<string, MediaSource>()
  let isForeign = false
  for (const { src: written, type } of candidates) {
    const src = mediaUrl(written, rules)
    if (src === undefined || bySrc.has(src)) continue
    isForeign ||= isForeignUrl(src, rules)
    bySrc.set(src, { src, ...(type && MIME.test(type) && { type }) })
  }
  const [first, ...others] = bySrc.values()
  return first && { sources: [first, ...others], ...(isForeign && { isForeign }) }
}

/** A media file has the URL that a link to it has. */
function mediaUrl(written: string, rules: LinkRules): string | undefined {
  // WordPress appends an instance's number to the files of its shortcodes.
  const href = contentLink(written.replace(/\?_=\d+$/, ''), rules)?.href
  return href !== undefined && /^(?:https?:\/\/|\/(?!\/))/.test(href) ? href : undefined
}

function isForeignUrl(src: string, { cmsHosts, images }: LinkRules): boolean {
  const url = URL.parse(src)
  return url !== null && !cmsHosts.has(url.host) && !src.startsWith(`${images.cdn}/`)
}

function trackOf(element: HtmlElement, rules: LinkRules): MediaTrack[] {
  const src = mediaUrl(attribute(element, 'src') ?? '', rules)
  const kind = TRACK_KINDS.find((one) => one === (attribute(element, 'kind') ?? 'subtitles'))
  if (src === undefined || kind === undefined) return []
  const [language, label] = [attribute(element, 'srclang') ?? '', attribute(element, 'label')]
  return [{ src, kind, ...(LANGUAGE.test(language) && { language }), ...(label && { label }) }]
}

const PLAYLIST = 'wp-playlist'

/** Whether an element is WordPress' playlist: its script fills it, and its settings have the recordings. */
export function isPlaylist(element: HtmlElement): boolean {
  return (attribute(element, 'class') ?? '').split(/\s+/).includes(PLAYLIST)
}

const track = z.object({
  src: z.string(),
  type: text,
  title: text,
  caption: text,
  meta: z.object({ artist: text, album: text }).partial().catch({}),
  image: z.object({ src: text }).partial().catch({}),
})
const playlist = z.object({ type: z.enum(['audio', 'video']), tracks: z.array(z.unknown()) })

/** A playlist as a numbered list: each recording with its title and a player of its own (BLOCK-43). */
export function playlistBlocks(element: HtmlElement, { budget, rules }: NormaliseContext): Block[] {
  const settings = playlist.safeParse(settingsOf(element)).data
  if (!settings) return []
  const items: ListItem[] = []
  for (const candidate of settings.tracks.slice(0, MAX_TRACKS)) {
    const { data } = track.safeParse(candidate)
    const file = data && mediaFile([{ src: data.src, type: data.type }], rules)
    if (!file || !budget.takeBlock(PLAYER_TAGS)) continue
    const words = [data.caption || data.title, data.meta.artist, data.meta.album].map((field) =>
      plainField(field ?? ''),
    )
    const poster = settings.type === 'video' ? imageSource(data.image.src ?? '', rules.images)?.src : undefined
    const made: AudioBlock | VideoBlock =
      settings.type === 'audio'
        ? { type: 'audio', ...file }
        : { type: 'video', ...file, ...(poster && { poster }), tracks: [] }
    items.push({ html: escapeHtml(words.filter(Boolean).join(' — ')), blocks: [made] })
  }
  return items.length > 0 ? [{ type: 'list', ordered: true, items }] : []
}

function settingsOf(element: HtmlElement): unknown {
  const [script] = elementsNamed(element.childNodes, 'script')
  const written = script?.childNodes.filter(isText).map(({ value }) => value)
  try {
    return JSON.parse(written?.join('') ?? '')
  } catch {
    return undefined
  }
}
