import type { ResponsiveImage } from '../../src/content/block.ts'
import { openTag, tag } from '../../src/content/html/markup.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpContext } from './entry.ts'

type ImageContext = Pick<AmpContext, 'absolute' | 'takeHero'>

export function ampImage(
  image: ResponsiveImage,
  context: ImageContext,
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
