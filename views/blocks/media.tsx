import type { CSSProperties } from 'react'
import type { GalleryItem } from '../../src/content/block.ts'
import { ScrollBox } from '../components/groups.tsx'
import { ResponsiveImage } from '../components/images.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** Text column of a desktop, full screen of a phone. */
const SIZES = '(min-width: 768px) 690px, 100vw'
const WIDE_SIZES = '(min-width: 1200px) min(100vw - 64px, 1216px), (min-width: 768px) 690px, 100vw'
const GALLERY_SIZES = '(min-width: 1200px) 404px, (min-width: 768px) 620px, 86vw'

export function Image({ block }: BlockProps<'image'>) {
  const { isWide } = block
  const image = <ResponsiveImage image={block.image} sizes={isWide ? WIDE_SIZES : SIZES} />
  return (
    <figure className={isWide ? 'image is-wide' : 'image'}>
      {block.href ? <a href={block.href}>{image}</a> : image}
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}

export function Gallery({ block }: BlockProps<'gallery'>) {
  const messages = useMessages()
  return (
    <figure
      className="gallery"
      data-gallery
      data-close={messages.gallery.close}
      data-previous={messages.gallery.previous}
      data-next={messages.gallery.next}
    >
      <ScrollBox as="ul" className="gallery-row" label={messages.gallery.label}>
        {block.items.map((item, index) => (
          <GalleryImage key={index} item={item} position={index + 1} count={block.items.length} />
        ))}
      </ScrollBox>
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}

function GalleryImage({ item, position, count }: { item: GalleryItem; position: number; count: number }) {
  const messages = useMessages()
  const image = <ResponsiveImage image={item.image} sizes={GALLERY_SIZES} />
  return (
    <li>
      <figure>
        {item.href ? (
          <a href={item.href}>{image}</a>
        ) : (
          <a href={item.image.src} aria-label={messages.gallery.open({ position, count })}>
            {image}
          </a>
        )}
        {item.caption && <figcaption dangerouslySetInnerHTML={{ __html: item.caption }} />}
      </figure>
    </li>
  )
}

export function Cover({ block, inner }: BlockProps<'cover'>) {
  const style = { '--dim': `${block.dim}%`, minHeight: block.minHeight } as CSSProperties
  const { image, isWide } = block
  const className = ['cover', image && 'has-picture', isWide && 'is-wide'].filter(Boolean).join(' ')
  return (
    <div className={className} style={style}>
      {image && <ResponsiveImage image={image} sizes={isWide ? WIDE_SIZES : SIZES} isDecorative={image.alt === ''} />}
      <div className="cover-text">{inner(block.blocks)}</div>
    </div>
  )
}

export function PhotoBox({ block }: BlockProps<'photo-box'>) {
  const messages = useMessages()
  return (
    <figure className="photo-box">
      {block.image && <ResponsiveImage image={block.image} sizes={SIZES} />}
      <figcaption>
        {block.title && <strong>{block.title}</strong>} {block.description && <span>{block.description}</span>}{' '}
        {block.author && <small>{messages.photoBy({ author: block.author })}</small>}
      </figcaption>
    </figure>
  )
}
