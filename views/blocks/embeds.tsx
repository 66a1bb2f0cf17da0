import type { EmbedBlock, GiphyAnimation, GiphyBlock } from '../../src/content/block.ts'
import type { EmbedType } from '../../src/content/embeds/providers/provider.ts'
import { giphyProblem } from '../../src/content/giphy.ts'
import { EmbedBox } from '../components/embed-box.tsx'
import { PauseIcon, PlayIcon, SoundIcon, SoundOffIcon } from '../components/icons.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Embed({ block }: BlockProps<EmbedType>) {
  const { consent, frame, provider, url, caption, title, duration, poster } = block as EmbedBlock
  return (
    <figure className="embed">
      <EmbedBox {...{ consent, frame, provider, url, title, duration, poster }} />
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

export function Giphy({ block, inner }: BlockProps<'giphy'>) {
  const messages = useMessages()
  const { item, provider, url, caption } = block
  if (giphyProblem(block, messages)) return <Problem block={block} />
  if (item?.kind !== 'animation') return <Embed block={block} inner={inner} />
  return (
    <figure className="embed">
      <Player block={block} animation={item} />
      <figcaption>
        {caption && <span dangerouslySetInnerHTML={{ __html: caption }} />}{' '}
        <a href={url} rel="noopener" data-interface="link">
          {messages.embeds.open({ provider })}
        </a>
      </figcaption>
    </figure>
  )
}

function Problem({ block }: { block: GiphyBlock }) {
  const { frame, provider, url, caption } = block
  const problem = giphyProblem(block, useMessages())
  return (
    <figure className="embed">
      <EmbedBox provider={provider} url={url} frame={problem?.isWithheld ? undefined : frame}>
        <p className="embed-problem">
          {problem?.notice} {problem?.message && <span lang="en">{problem.message}</span>}
        </p>
      </EmbedBox>
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

/** Loads nothing before it plays (BLOCK-30). */
function Player({ block, animation }: { block: GiphyBlock; animation: GiphyAnimation }) {
  const messages = useMessages()
  const { video, poster, width, height, pingback } = animation
  return (
    <div
      className="player"
      data-feature="animation"
      data-player={block.id}
      data-pingback={pingback}
      data-interface="player"
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a provider's animation has no speech to caption */}
      <video
        src={video}
        data-poster={poster}
        width={width}
        height={height}
        aria-label={messages.embeds.title({ provider: block.provider })}
        controls
        loop
        playsInline
        preload="none"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: the controls are not form fields */}
      <div className="player-controls" role="group" aria-label={messages.player.label} hidden>
        <div className="player-progress" aria-hidden="true">
          <span />
        </div>
        <button type="button" data-toggle="play" data-off={messages.player.play} data-on={messages.player.pause}>
          <PlayIcon />
          <PauseIcon />
        </button>
        <button type="button" data-toggle="mute" data-off={messages.player.mute} data-on={messages.player.unmute}>
          <SoundIcon />
          <SoundOffIcon />
        </button>
        <input type="range" min="0" max="1" step="0.1" aria-label={messages.player.volume} />
      </div>
      <p className="player-message" hidden>
        {messages.player.failed}
      </p>
    </div>
  )
}
