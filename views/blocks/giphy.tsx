import type { GiphyBlock } from '../../src/content/block.ts'
import { giphyProblem } from '../../src/content/giphy.ts'
import type { GiphyAnimation } from '../../src/content/giphy-item.ts'
import { copy } from '../../src/copy.ts'
import { EmbedBox } from '../components/embed-box.tsx'
import { PauseIcon, PlayIcon, SoundIcon, SoundOffIcon } from '../components/player-icons.tsx'
import { Embed } from './embed.tsx'
import type { BlockProps } from './props.ts'

/** The animation itself where it is known (GIF-1), or why there is none, else what every embed shows. */
export function Giphy({ block, inner }: BlockProps<'giphy'>) {
  const { item, provider, url, caption } = block
  if (giphyProblem(block)) return <Problem block={block} />
  if (item?.kind !== 'animation') return <Embed block={block} inner={inner} />
  return (
    <figure className="embed">
      <Player block={block} animation={item} />
      <figcaption>
        {caption && <span dangerouslySetInnerHTML={{ __html: caption }} />}{' '}
        <a href={url} rel="noopener" data-interface="link">
          {copy.embeds.open(provider)}
        </a>
      </figcaption>
    </figure>
  )
}

/** What went wrong, in our words and in the provider's, with a way to the item where it may be shown. */
function Problem({ block }: { block: GiphyBlock }) {
  const { frame, provider, url, caption } = block
  const problem = giphyProblem(block)
  return (
    <figure className="embed">
      <EmbedBox provider={provider} url={url} frame={problem?.isWithheld ? undefined : frame}>
        <p className="embed-problem">
          {problem?.told} {problem?.message && <span lang="en">{problem.message}</span>}
        </p>
      </EmbedBox>
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

/**
 * A film in its own size. Without a script it has the browser's controls; the player of views/boot replaces them by
 * these. Nothing of it is fetched before it plays: the still waits for the script too (decision 68).
 */
function Player({ block, animation }: { block: GiphyBlock; animation: GiphyAnimation }) {
  const { video, poster, width, height, pingback } = animation
  return (
    <div
      className="player"
      data-player={block.id}
      data-pingback={pingback}
      data-interface="player"
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a provider's moving picture has no words to caption */}
      <video
        src={video}
        data-poster={poster}
        width={width}
        height={height}
        aria-label={copy.embeds.title(block.provider)}
        controls
        loop
        playsInline
        preload="none"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: controls are no fields of a form */}
      <div className="player-controls" role="group" aria-label={copy.player.label} hidden>
        <div className="player-progress" aria-hidden="true">
          <span />
        </div>
        <button type="button" data-toggle="play" data-off={copy.player.play} data-on={copy.player.pause}>
          <PlayIcon />
          <PauseIcon />
        </button>
        <button type="button" data-toggle="mute" data-off={copy.player.mute} data-on={copy.player.unmute}>
          <SoundIcon />
          <SoundOffIcon />
        </button>
        <input type="range" min="0" max="1" step="0.1" aria-label={copy.player.volume} />
      </div>
      <p className="player-message" hidden>
        {copy.player.failed}
      </p>
    </div>
  )
}
