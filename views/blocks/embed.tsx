import type { EmbedBlock } from '../../src/content/block.ts'
import type { EmbedType } from '../../src/content/embeds/provider.ts'
import { EmbedBox } from '../components/embed-box.tsx'
import type { BlockProps } from './props.ts'

export function Embed({ block }: BlockProps<EmbedType>) {
  const { consent, frame, provider, url, caption } = block as EmbedBlock
  return (
    <figure className="embed">
      <EmbedBox consent={consent} frame={frame} provider={provider} url={url} />
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}
