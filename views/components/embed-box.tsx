import type { CSSProperties, ReactNode } from 'react'
import { copy } from '../../src/config/copy.ts'
import type { EmbedTarget, FrameShape } from '../../src/content/embeds.ts'

/** Third-party content, as its box uses it. */
type EmbedBoxProps = Pick<EmbedTarget, 'frame' | 'provider' | 'url'> & {
  /** Content above the link. */
  children?: ReactNode
}

/**
 * Third-party content: a box of the frame's size with a link. The boot script loads the frame on a click; no request
 * goes to the provider before (BLOCK-30).
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
