import type { Picture as PictureData } from '../../src/content/block.ts'
import { Picture } from './picture.tsx'
import { type CardPlace, cardPicture } from './picture-sizes.ts'

interface CardPictureProps extends CardPlace {
  picture: PictureData
  isFirst: boolean
}

/** A card's picture, named by the card's title (CARD-17), in the widths that its place can need (MARK-4). */
export function CardPicture({ picture, isFirst, ...place }: CardPictureProps) {
  return <Picture {...cardPicture(picture, place)} isFirst={isFirst} />
}
