import type { Picture } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { openTag, tag } from '../../src/content/html/markup.ts'
import type { AmpContext } from './entry.ts'

type PictureContext = Pick<AmpContext, 'absolute' | 'takeHero'>

/** A picture of known size is AMP's own element, the first one at once; another is a native image that loads late. */
export function picture(
  image: Picture,
  context: PictureContext,
  extra: Record<string, string | boolean> = {},
): SafeHtml {
  const shared = {
    src: context.absolute(image.src),
    srcset: absoluteSrcSet(image.srcSet, context),
    alt: image.alt,
  }
  const isHero = context.takeHero()
  if (!image.width || !image.height) return openTag('img', { ...shared, loading: 'lazy' })
  return tag('amp-img', {
    ...shared,
    width: image.width,
    height: image.height,
    layout: 'responsive',
    'data-hero': isHero,
    ...extra,
  })
}

export function absoluteSrcSet(srcSet: string | undefined, context: Pick<AmpContext, 'absolute'>): string | undefined {
  return srcSet
    ?.split(', ')
    .map((candidate) => {
      const at = candidate.lastIndexOf(' ')
      return `${context.absolute(candidate.slice(0, at))}${candidate.slice(at)}`
    })
    .join(', ')
}
