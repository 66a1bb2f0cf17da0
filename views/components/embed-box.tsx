import type { CSSProperties, ReactNode } from 'react'
import type { EmbedTarget, FrameShape } from '../../src/content/embeds/provider.ts'
import { whoseUrl } from '../../src/content/embeds/whose.ts'
import { useMessages } from '../context.ts'
import { ProviderMark } from './provider-mark.tsx'

type EmbedBoxProps = Pick<EmbedTarget, 'consent' | 'frame' | 'provider' | 'url'> & {
  /** Content above the link. */
  children?: ReactNode
}

/** No request goes to the provider before a click (BLOCK-30, EMB-11). */
export function EmbedBox({ consent, frame, provider, url, children }: EmbedBoxProps) {
  const messages = useMessages()
  const whose = whoseUrl(url)
  return (
    <div
      className="embed-box"
      style={frame ? shapeStyle(frame.shape) : undefined}
      data-embed={frame?.src}
      data-embed-title={frame && messages.embeds.title({ provider })}
      data-waiting={frame && consent !== 'none' ? messages.embeds.waiting : undefined}
    >
      <ProviderMark provider={provider} />
      <div className="embed-words">
        <strong>{provider}</strong>
        {whose !== undefined && ` ${whose}`}
        {children}
        {frame && <p className="embed-notice">{messages.embeds.notice({ provider })}</p>}
      </div>
      <div className="embed-actions">
        {frame && (
          <button className="button needs-script" type="button">
            {messages.embeds.load({ provider })}
          </button>
        )}{' '}
        <a href={url} rel="noopener">
          {messages.embeds.open({ provider })}
        </a>
      </div>
    </div>
  )
}

function shapeStyle(shape: FrameShape): CSSProperties {
  const [name, value] = 'ratio' in shape ? ['--ratio', shape.ratio] : ['--height', `${shape.height}px`]
  return { [name]: value } as CSSProperties
}
