import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { join, openTag, tag, text } from '../../src/content/html/markup.ts'
import type { MediaSource } from '../../src/content/media-file.ts'
import type { Extension } from '../extensions.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

/** Of a video without its own size. */
const DEFAULT_SIZE = { width: 16, height: 9 }
const AUDIO_HEIGHT = 54

export const audio: AmpEntry<'audio'> = {
  extensions: (block, context) => extensionOf('amp-audio', block, context),
  render: (block, context) => {
    const sources = playable(block, context)
    return figure(block, context, sources, () =>
      tag(
        'amp-audio',
        { layout: 'fixed-height', width: 'auto', height: AUDIO_HEIGHT, loop: block.loop },
        ...sources.map((source) => openTag('source', { ...source })),
      ),
    )
  },
}

export const video: AmpEntry<'video'> = {
  extensions: (block, context) => extensionOf('amp-video', block, context),
  render: (block, context) => {
    const sources = playable(block, context)
    const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, poster, loop } = block
    const tracks = block.tracks.map((track) => ({ ...track, src: context.absolute(track.src) })).filter(isSecure)
    return figure(block, context, sources, () =>
      tag(
        'amp-video',
        { layout: 'responsive', controls: true, width, height, poster: poster && context.absolute(poster), loop },
        ...sources.map((source) => openTag('source', { ...source })),
        ...tracks.map(({ src, kind, language, label }) => openTag('track', { src, kind, srclang: language, label })),
      ),
    )
  },
}

type Player = AudioBlock | VideoBlock

/** AMP plays recordings by https only. */
function isSecure({ src }: Pick<MediaSource, 'src'>): boolean {
  return src.startsWith('https://')
}

function playable({ sources }: Player, { absolute }: AmpContext): MediaSource[] {
  return sources.map((source) => ({ ...source, src: absolute(source.src) })).filter(isSecure)
}

function extensionOf(name: Extension, block: Player, context: AmpContext): Extension[] {
  return playable(block, context).length > 0 ? [name] : []
}

/** A recording that AMP cannot play is a link. */
function figure(
  { sources: [first], caption }: Player,
  { absolute }: AmpContext,
  sources: readonly MediaSource[],
  player: () => SafeHtml,
): SafeHtml {
  const url = absolute(first.src)
  return tag(
    'figure',
    {},
    sources.length > 0 ? player() : tag('a', { href: url, rel: 'noopener' }, text(url)),
    caption && tag('figcaption', {}, caption),
  )
}

export const details: AmpEntry<'details'> = {
  render: (block, { inner }) =>
    tag(
      'details',
      { open: block.isOpen },
      join([tag('summary', {}, block.summary), tag('div', { class: 'group' }, inner(block.blocks))]),
    ),
}
