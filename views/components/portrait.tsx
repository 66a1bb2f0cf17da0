import type { ImageSource } from '../../src/content/images.ts'
import { EagerImage } from './eager-image.tsx'

interface PortraitProps {
  person: { name: string; avatar?: ImageSource }
  /** CSS pixels. */
  size: number
  sizes?: string
  /** Any other face comes after what is read (ART-15). */
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
  const { src, srcSet } = avatar
  const image = { className: 'portrait', src, srcSet, sizes: srcSet && sizes, width: size, height: size }
  if (isFirst) return <EagerImage {...image} alt="" />
  return <img {...image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
}

/** Splits by code points. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last].map((word) => [...(word ?? '')][0] ?? '').join('')
}
