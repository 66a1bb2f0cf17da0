import type { CSSProperties } from 'react'
import type { EmbedBlock } from '../../src/content/block.ts'
import type { EmbedType, FrameShape } from '../../src/content/embeds.ts'
import { copy } from '../../src/copy.ts'
import type { BlockProps } from './props.ts'

/**
 * Third-party content: a box of the frame's size with a link. The boot script adds what a click loads; nothing is
 * asked of the provider before (spec 2, "Embeds"; decision 68).
 */
export function Embed({ block }: BlockProps<EmbedType>) {
  const { frame, provider, url, caption } = block as EmbedBlock
  return (
    <figure className="embed">
      <div
        className="embed-box"
        style={frame ? shapeStyle(frame.shape) : undefined}
        data-embed={frame?.src}
        data-embed-title={frame && copy.embeds.title(provider)}
      >
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
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

function shapeStyle(shape: FrameShape): CSSProperties {
  return 'ratio' in shape ? { aspectRatio: shape.ratio } : { minHeight: shape.height }
}
