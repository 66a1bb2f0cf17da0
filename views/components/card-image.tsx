import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import type { CardPlace } from './card-places.ts'
import { cardImage } from './image-sizes.ts'
import { ResponsiveImage } from './responsive-image.tsx'

interface CardImageProps {
  image: ResponsiveImageData | undefined
  place: CardPlace
  isFirst: boolean
}

/** CARD-17, MARK-4. */
export function CardImage({ image, isFirst, place }: CardImageProps) {
  return image ? (
    <div className="card-picture">
      <ResponsiveImage {...cardImage(image, place)} isFirst={isFirst} />
    </div>
  ) : (
    <ImagePlaceholder />
  )
}

/** CARD-39. */
export function ImagePlaceholder() {
  return <div className="card-picture is-placeholder" aria-hidden="true" />
}
