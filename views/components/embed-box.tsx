import type { CSSProperties, ReactNode } from 'react'
import type { EmbedTarget, FrameShape } from '../../src/content/embeds.ts'
import { copy } from '../../src/copy.ts'

/** What a box needs to know of third-party content. */
type EmbedBoxProps = Pick<EmbedTarget, 'frame' | 'provider' | 'url'> & {
  /** What is said before anything else. */
  children?: ReactNode
}

/**
 * Third-party content: a box of the frame's size with a link. The boot script loads the frame on a click; nothing is
 * asked of the provider before (spec 2, "Embeds"; decision 68).
 */
export function EmbedBox({ frame, provider, url, children }: EmbedBoxProps) {
  return (
    <div
      className="embed-box"
      style={frame ? shapeStyle(frame.shape) : undefined}
      data-embed={frame?.src}
      data-embed-title={frame && copy.embeds.title(provider)}
      data-waiting={frame && copy.embeds.waiting}
    >
      {children}
      {frame && <p className="embed-notice">{copy.embeds.notice(provider)}</p>}
      {frame && (
        <button className="button needs-script" type="button">
          {copy.embeds.load(provider)}
        </button>
      )}{' '}
      <a href={url} rel="noopener">
        {copy.embeds.open(provider)}
      </a>
    </div>
  )
}

function shapeStyle(shape: FrameShape): CSSProperties {
  return 'ratio' in shape ? { aspectRatio: shape.ratio } : { minHeight: shape.height }
}
