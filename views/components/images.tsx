import type { ComponentProps } from 'react'
import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import type { ImageSource } from '../../src/content/image-rules.ts'
import { IMAGE_WIDTHS } from '../../src/content/image-sizes.ts'
import { NARROW_IMAGE } from './card-places.ts'

interface ResponsiveImageProps {
  image: ResponsiveImageData
  sizes: string
  isFirst?: boolean
  isDecorative?: boolean
}

export function ResponsiveImage({ image, sizes, isFirst = false, isDecorative = false }: ResponsiveImageProps) {
  const { src, srcSet, smallSet, width, height } = image
  const shown = { src, srcSet, sizes: srcSet && sizes, width, height }
  const alt = isDecorative ? '' : image.alt
  if (isFirst) return <EagerImage {...shown} alt={alt} fetchPriority="high" small={smallSet} />
  const lazy = <img {...shown} alt={alt} loading="lazy" decoding="async" />
  return smallSet ? (
    <picture>
      <SmallSource small={smallSet} />
      {lazy}
    </picture>
  ) : (
    lazy
  )
}

/** Small cards' crop (CARD-47). */
export const SMALL_MEDIA = '(max-width:767px)'

function SmallSource({ small }: { small: string }) {
  return <source media={SMALL_MEDIA} srcSet={small} sizes={NARROW_IMAGE} />
}

/** React would preload it into the head, which helmet alone writes (docs/decisions/028). */
function EagerImage({ alt, small, ...rest }: ComponentProps<'img'> & { alt: string; small?: string | undefined }) {
  return (
    <picture>
      {small && <SmallSource small={small} />}
      <img alt={alt} {...rest} />
    </picture>
  )
}

interface PortraitProps {
  person: { name: string; avatar?: ImageSource }
  /** CSS pixels. */
  size: number
  sizes?: string
  /** Others come after the text (ART-15). */
  isFirst?: boolean
}

export function Portrait({ person: { name, avatar }, size, sizes = `${size}px`, isFirst = false }: PortraitProps) {
  if (!avatar) {
    return (
      <span className="portrait portrait-initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  }
  const { src } = avatar
  const srcSet = size > SMALL ? avatar.srcSet : undefined
  const image = { className: 'portrait', src, srcSet, sizes: srcSet && sizes, width: size, height: size }
  if (isFirst) return <EagerImage {...image} alt="" />
  return <img {...image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
}

/** Three dots for each pixel. */
const SMALL = IMAGE_WIDTHS[0] / 3

/** By code points. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last].map((word) => [...(word ?? '')][0] ?? '').join('')
}
