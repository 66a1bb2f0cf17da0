import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import { EagerImage } from './eager-image.tsx'

interface ResponsiveImageProps {
  image: ResponsiveImageData
  /** The `sizes` attribute. */
  sizes: string
  /** The page's first image, which loads eagerly. */
  isFirst?: boolean
  /** Decorative: the adjacent text says the same. */
  isDecorative?: boolean
}

/** An `<img>` that reserves its space while it loads. */
export function ResponsiveImage({ image, sizes, isFirst = false, isDecorative = false }: ResponsiveImageProps) {
  const { src, srcSet, width, height } = image
  const shown = { src, srcSet, sizes: srcSet && sizes, width, height }
  const alt = isDecorative ? '' : image.alt
  return isFirst ? (
    <EagerImage {...shown} alt={alt} fetchPriority="high" />
  ) : (
    <img {...shown} alt={alt} loading="lazy" decoding="async" />
  )
}
