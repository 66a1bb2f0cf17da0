import type { Messages } from '../languages/messages.ts'
import { type AudioBlock, type Block, innerBlocks, type VideoBlock } from './block.ts'
import type { MediaTrack } from './media-file.ts'
import { plainText } from './text.ts'

/** A sound or a video of an article, with files that browsers play. */
export type Recording = AudioBlock | VideoBlock

/** Recordings of an article in feeds and in structured data: more than any editor shows in one (COST-9). */
const MAX_RECORDINGS = 100

/** The accessible name of a player: its title, else its caption, else what it is (VIDEO-6). */
export function recordingName({ type, title, caption }: Recording, { recordings }: Messages): string {
  return title || (caption && plainText(caption)) || recordings[type]
}

/** The file of a recording; a broken one has none: the renderer reports it, and leaves it out alone (BLOCK-5). */
function srcOf({ sources }: Recording): string | undefined {
  const listed: ReadonlyArray<{ src?: string }> | undefined = sources
  return listed?.[0]?.src
}

/** The recordings of a text in their order, each file once. */
export function recordingsIn(body: readonly Block[]): Recording[] {
  const bySrc = new Map<string, Recording>()
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (bySrc.size === MAX_RECORDINGS) return
      if (block.type === 'audio' || block.type === 'video') {
        const src = srcOf(block)
        if (src !== undefined && !bySrc.has(src)) bySrc.set(src, block)
      } else walk(innerBlocks(block))
    }
  }
  walk(body)
  return [...bySrc.values()]
}

const TIMED = {
  /** Chapters of a file. */
  chapters: ['chapters'],
  /** Captions have what is heard and not only what is said. */
  transcript: ['captions', 'subtitles'],
} as const satisfies Record<string, ReadonlyArray<MediaTrack['kind']>>

export type TimedPart = keyof typeof TIMED

/**
 * The timed text that has a recording's chapters or transcript where the text has none: the default track, else the
 * first.
 */
export function timedText(recording: Recording, part: TimedPart): MediaTrack | undefined {
  if (recording[part]) return undefined
  const kinds: readonly string[] = TIMED[part]
  const tracks = (recording.tracks ?? []).filter(({ kind }) => kinds.includes(kind))
  return tracks.find(({ isDefault }) => isDefault) ?? tracks[0]
}

/** Without asking its host by CORS, a browser refuses timed text of any other origin (VIDEO-12). */
export function isOwnTrack({ src }: MediaTrack): boolean {
  return src.startsWith('/')
}

/** Captions that players cannot show, as files for readers; without those that stand for the transcript. */
export function captionFiles(recording: Recording): MediaTrack[] {
  const transcript = timedText(recording, 'transcript')
  return (recording.tracks ?? []).filter(
    (track) => !isOwnTrack(track) && track.kind !== 'chapters' && track !== transcript,
  )
}

/** A recording from a time on, as browsers play it (Media Fragments URI 1.0). @param start seconds */
export function fromTime(src: string, start: number): string {
  return `${src.replace(/#.*$/s, '')}#t=${start}`
}
