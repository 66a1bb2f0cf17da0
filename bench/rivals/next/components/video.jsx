import { fill, words } from '../content/content'
import { EmbedBox } from './embed'

/** What the browser needs of a third-party video or post, and its words. */
export function Video({ video: { frame, provider, url } }) {
  const { title, notice, load, open } = words.embeds
  const filled = Object.fromEntries(
    Object.entries({ title, notice, load, open }).map(([name, text]) => [name, fill(text, { provider })]),
  )
  return <EmbedBox video={{ frame: frame && { src: frame.src, shape: frame.shape }, provider, url }} words={filled} />
}
