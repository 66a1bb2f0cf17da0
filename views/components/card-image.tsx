import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import { type CardPlace, cardImage } from './image-sizes.ts'
import { ResponsiveImage } from './responsive-image.tsx'

interface CardImageProps extends CardPlace {
  image: ResponsiveImageData
  isFirst: boolean
}

/** A card's image, labelled with the card's title (CARD-17), in the widths of its position (MARK-4). */
export function CardImage({ image, isFirst, ...place }: CardImageProps) {
  return <ResponsiveImage {...cardImage(image, place)} isFirst={isFirst} />
}
