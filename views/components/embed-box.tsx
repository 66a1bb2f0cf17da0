import type { CSSProperties, ReactNode } from 'react'
import type { EmbedTarget, FrameShape } from '../../src/content/embeds/provider.ts'
import { useMessages } from '../context.ts'

/** Third-party content, as its box uses it. */
type EmbedBoxProps = Pick<EmbedTarget, 'consent' | 'frame' | 'provider' | 'url'> & {
  /** Content above the link. */
  children?: ReactNode
}

/**
 * Third-party content: a box of the frame's size with a link. The boot script loads the frame on a click; no request
 * goes to the provider before (BLOCK-30).
 */
export function EmbedBox({ consent, frame, provider, url, children }: EmbedBoxProps) {
  const messages = useMessages()
  return (
    <div
      className="embed-box"
      style={frame ? shapeStyle(frame.shape) : undefined}
      data-embed={frame?.src}
      data-embed-title={frame && messages.embeds.title({ provider })}
      data-waiting={frame && consent !== 'none' ? messages.embeds.waiting : undefined}
    >
      {children}
      {frame && <p className="embed-notice">{messages.embeds.notice({ provider })}</p>}
      {frame && (
        <button className="button needs-script" type="button">
          {messages.embeds.load({ provider })}
        </button>
      )}{' '}
      <a href={url} rel="noopener">
        {messages.embeds.open({ provider })}
      </a>
    </div>
  )
}

function shapeStyle(shape: FrameShape): CSSProperties {
  return 'ratio' in shape ? { aspectRatio: shape.ratio } : { minHeight: shape.height }
}
