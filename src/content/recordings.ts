import type { Messages } from '../languages/messages.ts'
import { type AudioBlock, type Block, innerBlocks, type VideoBlock } from './block.ts'
import type { MediaTrack } from './media-file.ts'
import { plainText } from './text.ts'

export type Recording = AudioBlock | VideoBlock

const MAX_RECORDINGS = 100

export function recordingName({ type, title, caption }: Recording, { recordings }: Messages): string {
  return title || (caption && plainText(caption)) || recordings[type]
}

/** A broken recording alone is left out (BLOCK-4). */
function srcOf({ sources }: Recording): string | undefined {
  const listed: ReadonlyArray<{ src?: string }> | undefined = sources
  return listed?.[0]?.src
}

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
  chapters: ['chapters'],
  /** Captions have sounds too. */
  transcript: ['captions', 'subtitles'],
} as const satisfies Record<string, ReadonlyArray<MediaTrack['kind']>>

export type TimedPart = keyof typeof TIMED

/** Prefers the default track; text replaces missing chapters or transcripts. */
export function timedText(recording: Recording, part: TimedPart): MediaTrack | undefined {
  if (recording[part]) return undefined
  const kinds: readonly string[] = TIMED[part]
  const tracks = (recording.tracks ?? []).filter(({ kind }) => kinds.includes(kind))
  return tracks.find(({ isDefault }) => isDefault) ?? tracks[0]
}

/** Other origins need CORS (VIDEO-12). */
export function isOwnTrack({ src }: MediaTrack): boolean {
  return src.startsWith('/')
}

/** No player shows these; files in the transcript's place are left out. */
export function captionFiles(recording: Recording): MediaTrack[] {
  const transcript = timedText(recording, 'transcript')
  return (recording.tracks ?? []).filter(
    (track) => !isOwnTrack(track) && track.kind !== 'chapters' && track !== transcript,
  )
}

/** In seconds (Media Fragments URI 1.0). */
export function fromTime(src: string, start: number): string {
  return `${src.replace(/#.*$/s, '')}#t=${start}`
}
