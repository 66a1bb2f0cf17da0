import type { ReactNode } from 'react'
import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
import { fileNameOf, type MediaFile } from '../../src/content/media-file.ts'
import { recordingName } from '../../src/content/recordings.ts'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** The width of a recording's own image. CSS pixels. */
const ARTWORK = 120

/** The browser's own player: it works without a script and by keyboard. */
export function Audio({ block }: BlockProps<'audio'>) {
  const name = recordingName(block, useMessages())
  return (
    <Figure caption={block.caption}>
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

export function Video({ block }: BlockProps<'video'>) {
  const { width, height, poster, muted, loop } = block
  const name = recordingName(block, useMessages())
  const size = { width: '100%', height: 'auto', aspectRatio: width && height ? `${width} / ${height}` : '16 / 9' }
  return (
    <Figure caption={block.caption}>
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

/** A foreign host hears of a reader only once the reader plays the recording. */
function preloadOf({ isForeign, isLazy }: MediaFile): 'none' | 'metadata' {
  return isForeign || isLazy ? 'none' : 'metadata'
}

/** Formats, timed text, and a link for browsers without a player. */
function Content({ file }: { file: AudioBlock | VideoBlock }) {
  const { sources, tracks = [] } = file
  const [{ src: first }] = sources
  const { recordings } = useMessages()
  return (
    <>
      {sources.map(({ src, type }) => (
        <source key={src} src={src} type={type} />
      ))}
      {tracks.map(({ src, kind, language, label, isDefault }) => (
        <track key={src} kind={kind} src={src} srcLang={language} label={label} default={isDefault} />
      ))}
      <a href={first} download>
        {recordings.download({ file: fileNameOf(first) })}
      </a>
    </>
  )
}

function Figure({ caption, children }: { caption: MediaFile['caption']; children: ReactNode }) {
  return (
    <figure>
      {children}
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}
