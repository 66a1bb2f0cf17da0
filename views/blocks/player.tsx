import type { ReactNode } from 'react'
import type { MediaFile } from '../../src/content/media-file.ts'
import type { BlockProps } from './props.ts'

/** The browser's own player: it works without a script and by keyboard. */
export function Audio({ block }: BlockProps<'audio'>) {
  return (
    <Figure caption={block.caption}>
      {/* biome-ignore lint/a11y/useMediaCaption: WordPress has no tracks for sounds */}
      <audio controls preload={preloadOf(block)} loop={block.loop} style={{ width: '100%' }}>
        <Sources file={block} />
      </audio>
    </Figure>
  )
}

export function Video({ block }: BlockProps<'video'>) {
  const { width, height, poster, muted, loop, tracks } = block
  const size = { width: '100%', height: 'auto', aspectRatio: width && height ? `${width} / ${height}` : '16 / 9' }
  return (
    <Figure caption={block.caption}>
      <video
        controls
        playsInline
        preload={preloadOf(block)}
        {...{ width, height, poster, muted, loop }}
        style={{ ...size, background: '#000' }}
      >
        <Sources file={block} />
        {tracks.map((track) => (
          <track key={track.src} kind={track.kind} src={track.src} srcLang={track.language} label={track.label} />
        ))}
      </video>
    </Figure>
  )
}

/** A foreign host hears of a reader only once the reader plays the recording. */
function preloadOf({ isForeign }: MediaFile): 'none' | 'metadata' {
  return isForeign ? 'none' : 'metadata'
}

function Sources({ file }: { file: MediaFile }) {
  return file.sources.map(({ src, type }) => <source key={src} src={src} type={type} />)
}

function Figure({ caption, children }: { caption: MediaFile['caption']; children: ReactNode }) {
  return (
    <figure>
      {children}
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}
