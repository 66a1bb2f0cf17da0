import type { Picture as PictureData } from '../../src/content/block.ts'
import { EagerImage } from './eager-image.tsx'

interface PictureProps {
  picture: PictureData
  /** How wide the picture stands on the page, as the `sizes` attribute says it. */
  sizes: string
  /** The first picture of the page is fetched at once. */
  isFirst?: boolean
  /** Decorative: the text beside it says the same. */
  isDecorative?: boolean
}

/** An `<img>` that keeps its place while it loads. */
export function Picture({ picture, sizes, isFirst = false, isDecorative = false }: PictureProps) {
  const { src, srcSet, width, height } = picture
  const shown = { src, srcSet, sizes: srcSet && sizes, width, height }
  const alt = isDecorative ? '' : picture.alt
  return isFirst ? (
    <EagerImage {...shown} alt={alt} fetchPriority="high" />
  ) : (
    <img {...shown} alt={alt} loading="lazy" decoding="async" />
  )
}
