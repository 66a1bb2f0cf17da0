import type { HomeVideo } from '../../src/content/home-block.ts'
import { EmbedBox } from '../components/embed-box.tsx'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { ScrollBox } from '../components/groups.tsx'
import { useMessages, useService } from '../context.ts'

const VIDEO_STYLES = ['embed', 'videos'] as const

export function TiktokRow({ videos }: { videos: readonly HomeVideo[] }) {
  const messages = useMessages()
  return (
    <section className="tiktok-row" aria-label={messages.tiktok.label}>
      <FeatureStyles names={VIDEO_STYLES} />
      <ScrollBox as="ol" label={messages.tiktok.label}>
        {videos.map((video) => (
          <li key={video.url}>
            <EmbedBox {...video} />
          </li>
        ))}
      </ScrollBox>
    </section>
  )
}

interface ChannelBoxProps {
  header: string
  description: string
  channelUrl: string
  main?: HomeVideo
  others: readonly HomeVideo[]
}

/** A click loads each video (CARD-30 to CARD-33). */
export function ChannelBox({ header, description, channelUrl, main, others }: ChannelBoxProps) {
  const messages = useMessages()
  const subscribers = useService().youtubeSubscribers
  return (
    <section className="channel-box">
      <FeatureStyles names={VIDEO_STYLES} />
      <div className="channel-words">
        <svg className="channel-logo" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
          <rect width="64" height="64" rx="16" fill="var(--accent)" />
          <path d="M17 16h6v32h-6zM29 20v24l20-12z" fill="var(--on-accent)" />
        </svg>
        <div>
          <h2>{header}</h2>
          {subscribers !== undefined && <p className="channel-count">{subscribers}</p>}
        </div>
        <p>{description}</p>
        <a className="button" href={channelUrl} rel="noopener">
          {messages.subscribe}
        </a>
      </div>
      {main && (
        <div className="channel-main">
          <EmbedBox {...main} />
        </div>
      )}
      {others.length > 0 && (
        <ul className="channel-videos">
          {others.map((video, index) => (
            <li key={index}>
              <EmbedBox {...video} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
