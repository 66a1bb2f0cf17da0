import type { CSSProperties, ReactNode } from 'react'
import type { EmbedFacts } from '../../src/content/block.ts'
import { clockTime, isoDuration } from '../../src/content/clock-time.ts'
import type { EmbedTarget, FrameShape } from '../../src/content/embeds/providers/provider.ts'
import { whoseUrl } from '../../src/content/embeds.ts'
import { useMessages } from '../context.ts'
import { ResponsiveImage } from './images.tsx'

type EmbedBoxProps = Pick<EmbedTarget, 'consent' | 'frame' | 'provider' | 'url'> &
  EmbedFacts & {
    children?: ReactNode
  }

const POSTER_SIZES = '(min-width: 768px) 690px, 100vw'
const UPRIGHT_SIZES = '325px'
/** Videos of phones are upright. */
const UPRIGHT = 'TikTok'

/** The provider hears nothing before a click (BLOCK-30, EMB-11). */
export function EmbedBox({ consent, frame, provider, url, title, duration, poster, children }: EmbedBoxProps) {
  const messages = useMessages()
  const whose = whoseUrl(url)
  const isUpright =
    provider === UPRIGHT || (frame !== undefined && 'ratio' in frame.shape && frame.shape.ratio === '9 / 16')
  return (
    <div
      className={['embed-box', poster && 'has-poster', isUpright && 'is-upright'].filter(Boolean).join(' ')}
      style={frame ? shapeStyle(frame.shape) : undefined}
      data-embed={frame?.src}
      data-embed-title={frame && messages.embeds.title({ provider })}
      data-waiting={frame && consent !== 'none' ? messages.embeds.waiting : undefined}
    >
      {poster && <ResponsiveImage image={poster} sizes={isUpright ? UPRIGHT_SIZES : POSTER_SIZES} isDecorative />}
      <ProviderMark provider={provider} />
      <div className="embed-words">
        {title && (
          <>
            <strong className="embed-title">{title}</strong>{' '}
          </>
        )}
        <strong>{provider}</strong>
        {whose !== undefined && ` ${whose}`}
        {duration !== undefined && (
          <>
            {' '}
            <time className="embed-length" dateTime={isoDuration(duration)}>
              {clockTime(duration)}
            </time>
          </>
        )}
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

/** In a square of 24. */
const MARKS = new Map(
  Object.entries({
    YouTube: { color: '#d90000', path: 'M9 7v10l8-5z' },
    Vimeo: { color: '#0b6b8f', path: 'M8 7v10l9-5z' },
    TikTok: { color: '#121212', path: 'M12 4h3a4 4 0 0 0 4 4v3a7 7 0 0 1-4-1.3V15a5 5 0 1 1-5-5v3a2 2 0 1 0 2 2z' },
    X: { color: '#121212', path: 'M5 5h4l3.6 5L17 5h2l-5.5 6.3L20 19h-4l-4-5.5L7 19H5l6-7z' },
    Facebook: {
      color: '#1461cc',
      path: 'M13 20v-7h3l.5-3H13V8.5c0-1 .5-1.5 1.5-1.5h2V4H14c-2.7 0-4 1.6-4 4.2V10H7.5v3H10v7z',
    },
    Instagram: {
      color: '#b3246f',
      path: 'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zm0 2a2 2 0 0 0-2 2v8c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2zm4 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
    },
    Spotify: {
      color: '#0f7a38',
      path: 'M5 8c5-1.5 10-1 14 1.3l-1 1.8C14.5 9 10 8.6 5.6 10zm1 4c4-1.2 8-.8 11.5 1.2l-.9 1.6c-3-1.7-6.5-2-10-1zm.6 3.7c3.2-.9 6.3-.6 9.2 1l-.8 1.5c-2.5-1.3-5.2-1.6-8-.8z',
    },
    SoundCloud: {
      color: '#b83c00',
      path: 'M4 12h1.5v5H4zm3-2h1.5v7H7zm3-2h1.5v9H10zm3-1c2.5 0 4 1.7 4.2 3.8 2 0 3.3 1.3 3.3 3.1S19 17 17.3 17H13z',
    },
  }),
)

function ProviderMark({ provider }: { provider: string }) {
  const mark = MARKS.get(provider)
  return (
    <span className="embed-mark" style={mark && { background: mark.color }} aria-hidden="true">
      {mark ? (
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path fill="currentcolor" fillRule="evenodd" d={mark.path} />
        </svg>
      ) : (
        provider.charAt(0)
      )}
    </span>
  )
}
