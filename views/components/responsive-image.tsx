import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import { EagerImage } from './eager-image.tsx'

interface ResponsiveImageProps {
  image: ResponsiveImageData
  sizes: string
  isFirst?: boolean
  /** The adjacent text says the same. */
  isDecorative?: boolean
}

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
