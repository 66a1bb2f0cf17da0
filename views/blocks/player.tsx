import type { ReactNode } from 'react'
import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
import { clockTime } from '../../src/content/clock-time.ts'
import { fileNameOf, type MediaFile } from '../../src/content/media-file.ts'
import {
  captionFiles,
  fromTime,
  isOwnTrack,
  recordingName,
  type TimedPart,
  timedText,
} from '../../src/content/recordings.ts'
import { LabelledGroup } from '../components/groups.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** CSS pixels. */
const ARTWORK = 120

export function Audio({ block, inner }: BlockProps<'audio'>) {
  const name = recordingName(block, useMessages())
  return (
    <Figure recording={block} inner={inner}>
      {block.artwork && (
        <img src={block.artwork} alt="" loading="lazy" width={ARTWORK} style={{ height: 'auto', display: 'block' }} />
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: a sound has the tracks that the CMS has for it */}
      <audio controls preload={preloadOf(block)} loop={block.loop} aria-label={name} style={{ width: '100%' }}>
        <Content file={block} />
      </audio>
    </Figure>
  )
}

export function Video({ block, inner }: BlockProps<'video'>) {
  const { width, height, poster, muted, loop } = block
  const name = recordingName(block, useMessages())
  const size = { width: '100%', height: 'auto', aspectRatio: width && height ? `${width} / ${height}` : '16 / 9' }
  return (
    <Figure recording={block} inner={inner}>
      <video
        controls
        playsInline
        preload={preloadOf(block)}
        {...{ width, height, poster, muted, loop }}
        aria-label={name}
        style={{ ...size, background: '#000' }}
      >
        <Content file={block} />
      </video>
    </Figure>
  )
}

/** A foreign host learns of a reader at play only. */
function preloadOf({ isForeign, isLazy }: MediaFile): 'none' | 'metadata' {
  return isForeign || isLazy ? 'none' : 'metadata'
}

function Content({ file }: { file: AudioBlock | VideoBlock }) {
  const { sources, tracks = [] } = file
  const [{ src: first }] = sources
  const { recordings } = useMessages()
  return (
    <>
      {sources.map(({ src, type }) => (
        <source key={src} src={src} type={type} />
      ))}
      {tracks.filter(isOwnTrack).map(({ src, kind, language, label, isDefault }) => (
        <track key={src} kind={kind} src={src} srcLang={language} label={label} default={isDefault} />
      ))}
      <a href={first} download>
        {recordings.download({ file: fileNameOf(first) })}
      </a>
    </>
  )
}

interface FigureProps extends Pick<BlockProps<'audio'>, 'inner'> {
  recording: AudioBlock | VideoBlock
  children: ReactNode
}

function Figure({ recording, inner, children }: FigureProps) {
  const { caption, artist, title, transcript, sources } = recording
  const { recordings } = useMessages()
  return (
    <figure className="recording" data-feature="recording" data-title={title} data-artist={artist}>
      {children}
      <button
        className="recording-speed needs-script"
        type="button"
        aria-label={`${recordings.speed}: 1×`}
        data-speed={recordings.speed}
      >
        1×
      </button>
      <Chapters recording={recording} />
      {transcript && (
        <details className="transcript">
          <summary>{recordings.transcript}</summary>
          <div className="group body-text">{inner(transcript)}</div>
        </details>
      )}
      <TimedText recording={recording} part="transcript" src={sources[0].src} />
      <CaptionFiles recording={recording} />
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

function Chapters({ recording }: Pick<FigureProps, 'recording'>) {
  const { chapters, sources, isForeign } = recording
  const { recordings } = useMessages()
  const [{ src }] = sources
  if (!chapters) return <TimedText recording={recording} part="chapters" src={src} />
  return (
    <LabelledGroup className="chapters" label={recordings.chapters}>
      <p className="recording-label">{recordings.chapters}</p>
      <ol>
        {chapters.map(({ start, title }) => (
          <li key={start}>
            <a href={fromTime(src, start)} rel={isForeign ? 'noopener' : undefined} data-at={start}>
              <time dateTime={`PT${start}S`}>{clockTime(start)}</time> {title}
            </a>
          </li>
        ))}
      </ol>
    </LabelledGroup>
  )
}

function CaptionFiles({ recording }: Pick<FigureProps, 'recording'>) {
  const { recordings } = useMessages()
  return captionFiles(recording).map(({ src, language, label }) => (
    <p key={src}>
      <a href={src} hrefLang={language} rel="noopener" download>
        {label ?? recordings.download({ file: fileNameOf(src) })}
      </a>
    </p>
  ))
}

/** A script reads the file when opened. */
function TimedText({ recording, part, src }: { recording: AudioBlock | VideoBlock; part: TimedPart; src: string }) {
  const { recordings } = useMessages()
  const track = timedText(recording, part)
  if (!track) return null
  return (
    <details className={part} data-timed={track.src} data-recording={src}>
      <summary>{recordings[part]}</summary>
      <p>
        <a href={track.src} rel={recording.isForeign ? 'noopener' : undefined} download>
          {recordings.download({ file: fileNameOf(track.src) })}
        </a>
      </p>
    </details>
  )
}
