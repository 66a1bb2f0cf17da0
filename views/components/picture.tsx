import type { Picture as PictureData } from '../../src/content/block.ts'

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
  return (
    <img
      src={picture.src}
      srcSet={picture.srcSet}
      sizes={picture.srcSet && sizes}
      alt={isDecorative ? '' : picture.alt}
      width={picture.width}
      height={picture.height}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding={isFirst ? undefined : 'async'}
    />
  )
}
