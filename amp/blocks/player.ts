import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
import { clockTime } from '../../src/content/clock-time.ts'
import { join, openTag, tag, text } from '../../src/content/html/markup.ts'
import { fileNameOf, type MediaSource } from '../../src/content/media-file.ts'
import { captionFiles, fromTime, recordingName, type TimedPart, timedText } from '../../src/content/recordings.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { Extension } from '../extensions.ts'
import { isSecure } from '../secure.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

const DEFAULT_SIZE = { width: 16, height: 9 }
const AUDIO_HEIGHT = 54

export const audio: AmpEntry<'audio'> = {
  style: 'media',
  extensions: (block, context) => extensionOf('amp-audio', block, context),
  render: (block, context) => {
    const { loop, title, artist, artwork } = block
    return figure(block, context, (content) =>
      tag(
        'amp-audio',
        {
          ...{ layout: 'fixed-height', width: 'auto', height: AUDIO_HEIGHT, preload: 'none', loop },
          ...{ title, artist, artwork: artwork && secure(artwork, context) },
          'aria-label': recordingName(block, context.messages),
        },
        content,
      ),
    )
  },
}

export const video: AmpEntry<'video'> = {
  style: 'media',
  extensions: (block, context) => extensionOf('amp-video', block, context),
  render: (block, context) => {
    const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, poster, loop, title, artist } = block
    return figure(block, context, (content) =>
      tag(
        'amp-video',
        {
          ...{ layout: 'responsive', controls: true, width, height, poster: poster && context.absolute(poster), loop },
          ...{ title, artist, preload: block.isForeign || block.isLazy ? 'none' : undefined },
          'aria-label': recordingName(block, context.messages),
        },
        content,
      ),
    )
  },
}

type Player = AudioBlock | VideoBlock

function secure(src: string, { absolute }: AmpContext): string | undefined {
  const url = absolute(src)
  return isSecure(url) ? url : undefined
}

function playable({ sources }: Player, { absolute }: AmpContext): MediaSource[] {
  return sources.map((source) => ({ ...source, src: absolute(source.src) })).filter(({ src }) => isSecure(src))
}

function extensionOf(name: Extension, block: Player, context: AmpContext): Extension[] {
  return playable(block, context).length > 0 ? [name] : []
}

function figure(block: Player, context: AmpContext, player: (content: SafeHtml) => SafeHtml): SafeHtml {
  const { caption, tracks = [] } = block
  const sources = playable(block, context)
  const first = sources[0] ?? { src: context.absolute(block.sources[0].src) }
  const name = fileNameOf(block.sources[0].src)
  const link = tag(
    'a',
    { href: first.src, rel: 'noopener' },
    text(context.messages.recordings.download({ file: name })),
  )
  const timed = tracks
    .map((track) => ({ ...track, src: context.absolute(track.src) }))
    .filter(({ src }) => isSecure(src))
  const content = join([
    ...sources.map(({ src, type }) => openTag('source', { src, type })),
    ...timed.map(({ src, kind, language, label, isDefault }) =>
      openTag('track', { src, kind, srclang: language, label, default: isDefault }),
    ),
    tag('div', { fallback: true }, link),
  ])
  return tag(
    'figure',
    { class: 'recording' },
    sources.length > 0 ? player(content) : link,
    chapters(block, context),
    transcript(block, context),
    ...captionLinks(block, context),
    caption && tag('figcaption', {}, caption),
  )
}

function chapters(block: Player, context: AmpContext): SafeHtml | undefined {
  if (!block.chapters) return timedFile(block, 'chapters', context)
  const src = context.absolute(block.sources[0].src)
  const items = block.chapters.map(({ start, title }) => {
    const time = tag('time', { datetime: `PT${start}S` }, text(clockTime(start)))
    return tag('li', {}, tag('a', { href: fromTime(src, start), rel: 'noopener' }, time, text(` ${title}`)))
  })
  return tag(
    'div',
    { class: 'chapters' },
    tag('p', {}, text(context.messages.recordings.chapters)),
    tag('ol', {}, join(items)),
  )
}

function transcript(block: Player, context: AmpContext): SafeHtml | undefined {
  if (!block.transcript) return timedFile(block, 'transcript', context)
  return opened(context.messages.recordings.transcript, context.inner(block.transcript))
}

function captionLinks(block: Player, { messages, absolute }: AmpContext): SafeHtml[] {
  return captionFiles(block).map(({ src, language, label }) => {
    const words = label ?? messages.recordings.download({ file: fileNameOf(src) })
    return tag('p', {}, tag('a', { href: absolute(src), hreflang: language, rel: 'noopener' }, text(words)))
  })
}

function timedFile(block: Player, part: TimedPart, { messages, absolute }: AmpContext): SafeHtml | undefined {
  const track = timedText(block, part)
  const words = track && messages.recordings.download({ file: fileNameOf(track.src) })
  return (
    track &&
    opened(
      messages.recordings[part],
      tag('p', {}, tag('a', { href: absolute(track.src), rel: 'noopener' }, text(words ?? ''))),
    )
  )
}

function opened(summary: string, content: SafeHtml): SafeHtml {
  return tag('details', {}, tag('summary', {}, text(summary)), tag('div', { class: 'group' }, content))
}

export const details: AmpEntry<'details'> = {
  render: (block, { inner }) =>
    tag(
      'details',
      { open: block.isOpen },
      join([tag('summary', {}, block.summary), tag('div', { class: 'group' }, inner(block.blocks))]),
    ),
}
