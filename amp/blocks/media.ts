import type { GalleryItem, ResponsiveImage } from '../../src/content/block.ts'
import { openTag, spaced, tag, text } from '../../src/content/html/markup.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

/** The gallery crops images; the lightbox does not. */
const SLIDE = { width: 3, height: 2 }

export const image: AmpEntry<'image'> = {
  style: 'media',
  render: (block, context) => {
    const shown = ampImage(block.image, context)
    return tag(
      'figure',
      { class: 'image' },
      block.href ? tag('a', { href: block.href }, shown) : shown,
      block.caption && tag('figcaption', {}, block.caption),
    )
  },
}

export const gallery: AmpEntry<'gallery'> = {
  style: 'media',
  extensions: ({ items }) => [
    'amp-base-carousel',
    ...(items.some(({ href }) => href === undefined) ? (['amp-lightbox-gallery'] as const) : []),
  ],
  render: (block, context) =>
    tag(
      'figure',
      { class: 'gallery' },
      tag(
        'amp-base-carousel',
        { ...SLIDE, layout: 'responsive', 'visible-count': '1', snap: 'true', loop: 'false' },
        ...block.items.map((item) => slide(item, context)),
      ),
      // Hidden slides would hide captions.
      ...block.items.map((item) => item.caption && tag('p', { class: 'slide-caption' }, item.caption)),
      block.caption && tag('figcaption', {}, block.caption),
    ),
}

function slide({ image: { src, srcSet, alt }, href }: GalleryItem, context: AmpContext): SafeHtml {
  const image = tag('amp-img', {
    src: context.absolute(src),
    srcset: absoluteSrcSet(srcSet, context),
    alt,
    ...SLIDE,
    layout: 'responsive',
    lightbox: href === undefined,
    'data-hero': context.takeHero(),
    class: 'slide',
  })
  return href === undefined ? image : tag('a', { href }, image)
}

export const cover: AmpEntry<'cover'> = {
  style: 'cover',
  render: (block, context) =>
    tag(
      'div',
      { class: 'cover', style: block.minHeight && `min-height:${block.minHeight}px` },
      block.image &&
        tag('amp-img', {
          src: context.absolute(block.image.src),
          srcset: absoluteSrcSet(block.image.srcSet, context),
          alt: block.image.alt,
          layout: 'fill',
          'data-hero': context.takeHero(),
          class: 'cover-picture',
        }),
      tag('div', { class: 'cover-text' }, context.inner(block.blocks)),
    ),
}

export const photoBox: AmpEntry<'photo-box'> = {
  style: 'media',
  render: (block, context) =>
    tag(
      'figure',
      { class: 'photo-box' },
      block.image && ampImage(block.image, context),
      tag(
        'figcaption',
        {},
        spaced([
          block.title ? tag('strong', {}, text(block.title)) : undefined,
          block.description ? tag('span', {}, text(block.description)) : undefined,
          block.author ? tag('small', {}, text(context.messages.photoBy({ author: block.author }))) : undefined,
        ]),
      ),
    ),
}

/** The label toggles a class. */
export const shadeContent: AmpEntry<'shade-content'> = {
  style: 'shade',
  render: (block, { inner, messages }) =>
    tag(
      'div',
      { class: 'shade', id: block.id },
      tag(
        'button',
        { class: 'button', on: `tap:${block.id}.toggleClass(class='open')` },
        text(block.label ?? messages.shade.open),
      ),
      tag('div', { class: 'shade-text' }, inner(block.blocks)),
    ),
}

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
