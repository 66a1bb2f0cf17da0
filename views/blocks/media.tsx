import { copy } from '../../src/copy.ts'
import { Picture } from '../components/picture.tsx'
import type { BlockProps } from './props.ts'

/** The article's measure (visual brief): as wide as the text on a desktop, the screen on a phone. */
const SIZES = '(min-width: 768px) 690px, 100vw'

export function Image({ block }: BlockProps<'image'>) {
  const picture = <Picture picture={block.image} sizes={SIZES} />
  return (
    <figure className="image">
      {block.href ? <a href={block.href}>{picture}</a> : picture}
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}

/** A film is a link until the reader asks for it: no request leaves for YouTube before a click. */
export function Youtube({ block }: BlockProps<'youtube'>) {
  return (
    <figure className="embed">
      <a className="embed-link" href={`https://www.youtube.com/watch?v=${block.id}`} rel="noopener">
        {copy.article.watchOnYoutube}
      </a>
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}
