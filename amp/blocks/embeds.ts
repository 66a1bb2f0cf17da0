import type { BlockOf, EmbedBlock, ResponsiveImage } from '../../src/content/block.ts'
import { clockTime, isoDuration } from '../../src/content/clock-time.ts'
import { type EmbedType, type FrameShape, TALL_SIZE, WIDE_SIZE } from '../../src/content/embeds/providers/provider.ts'
import { giphyProblem } from '../../src/content/giphy.ts'
import { join, spaced, tag, text } from '../../src/content/html/markup.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import { blockOnConsent } from '../consent.ts'
import type { Extension } from '../extensions.ts'
import { isSecure } from '../secure.ts'
import type { AmpContext, AmpEntry } from './entry.ts'
import { absoluteSrcSet } from './media.ts'

/** Surveys need forms, links popups. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-forms'
/** They serve documents too. */
const AMP_CACHE = /(?:^|\.)(?:ampproject\.org|bing-amp\.com)$/

/** Prefers an own element, then a frame, then a link (EMB-7). */
function formOf(
  block: EmbedBlock,
  { ownOrigins, asking }: Pick<AmpContext, 'ownOrigins' | 'asking'>,
): Extension | undefined {
  if (asking.consent === 'none' && block.consent !== 'none') return undefined
  if (block.amp) return block.amp.name
  return block.frame && isFrameable(block.frame.src, ownOrigins) ? 'amp-iframe' : undefined
}

/** AMP demands https and another origin. */
function isFrameable(src: string, ownOrigins: ReadonlySet<string>): boolean {
  const url = URL.parse(src)
  return url !== null && isSecure(src) && !ownOrigins.has(url.origin) && !AMP_CACHE.test(url.hostname)
}

export const embed: AmpEntry<EmbedType> = {
  style: 'embed',
  extensions: (block, context) => [formOf(block as EmbedBlock, context)].flatMap((name) => name ?? []),
  loadsThirdParty: (block, context) =>
    (block as EmbedBlock).consent !== 'none' && formOf(block as EmbedBlock, context) !== undefined,
  render(written, context) {
    const block = written as EmbedBlock
    const { amp, frame, consent } = block
    const name = formOf(block, context)
    if (name === undefined)
      return figure(
        block,
        join([
          posterOf(block, context),
          tag('p', { class: 'embed-box', 'data-interface': 'link' }, link(block, context)),
        ]),
      )
    if (amp)
      return figure(
        block,
        tag(
          name,
          { ...amp.attributes, ...sizeOf(amp.size), ...blockOnConsent(context.asking, consent ?? 'embeds') },
          placeholder(block, context),
        ),
      )
    const attributes = {
      src: frame?.src,
      sandbox: SANDBOX,
      frameborder: '0',
      title: context.messages.embeds.title(block),
      ...(frame && sizeOf(shapeSize(frame.shape))),
      ...blockOnConsent(context.asking, consent ?? 'embeds'),
    }
    return figure(block, tag(name, attributes, placeholder(block, context)))
  },
}

/** A frame at the top of a document needs a placeholder. */
function placeholder(block: EmbedBlock, context: AmpContext): SafeHtml {
  const { poster } = block
  if (!poster) return tag('span', { placeholder: true, class: 'embed-box' }, link(block, context))
  return tag('div', { placeholder: true, class: 'embed-poster' }, image(poster, context, { layout: 'fill' }))
}

function posterOf({ poster, frame }: EmbedBlock, context: AmpContext): SafeHtml | undefined {
  const size = frame && 'ratio' in frame.shape ? RATIO_SIZES[frame.shape.ratio] : WIDE_SIZE
  return poster && image(poster, context, { ...size, layout: 'responsive' })
}

function image({ src, srcSet }: ResponsiveImage, context: AmpContext, size: Record<string, string | number>): SafeHtml {
  return tag('amp-img', {
    src: context.absolute(src),
    srcset: absoluteSrcSet(srcSet, context),
    alt: '',
    class: 'embed-image',
    ...size,
  })
}

/** The frame may not load (EMB-13). */
function words({ title, duration, provider }: EmbedBlock): SafeHtml | undefined {
  if (title === undefined && duration === undefined) return undefined
  const length =
    duration === undefined ? undefined : tag('time', { datetime: isoDuration(duration) }, text(clockTime(duration)))
  return tag(
    'p',
    { class: 'embed-words', 'data-interface': true },
    spaced([title === undefined ? undefined : tag('strong', {}, text(title)), text(provider), length]),
  )
}

function link({ provider, url }: EmbedBlock, { absolute, messages }: AmpContext): SafeHtml {
  return tag('a', { href: absolute(url), rel: 'noopener' }, text(messages.embeds.open({ provider })))
}

/** An animation is a link where nothing loads. */
function isShown(block: BlockOf<'giphy'>, { messages, asking }: AmpContext): boolean {
  return giphyProblem(block, messages) === undefined && asking.consent !== 'none'
}

export const giphy: AmpEntry<'giphy'> = {
  style: 'embed',
  extensions: (block, context) => (isShown(block, context) ? ['amp-anim'] : []),
  render(block, context) {
    const { messages } = context
    const problem = giphyProblem(block, messages)
    if (!problem && context.asking.consent === 'none') {
      return figure(block, tag('p', { class: 'embed-box', 'data-interface': 'link' }, link(block, context)))
    }
    if (!problem) {
      const { id, provider, item } = block
      const size = item?.kind === 'animation' ? { width: item.width, height: item.height } : WIDE_SIZE
      const attributes = {
        ...sizeOf(size),
        alt: messages.embeds.title({ provider }),
        ...blockOnConsent(context.asking, 'embeds'),
      }
      return figure(
        block,
        tag(
          'amp-anim',
          { src: `https://media.giphy.com/media/${id}/giphy.gif`, ...attributes },
          placeholder(block, context),
        ),
      )
    }
    const { notice, message } = problem
    return figure(
      block,
      tag(
        'div',
        { class: 'embed-box' },
        tag(
          'p',
          {},
          text(`${notice} `),
          message === undefined ? undefined : tag('span', { lang: 'en' }, text(message)),
        ),
        link(block, context),
      ),
    )
  },
}

const RATIO_SIZES = {
  '16 / 9': WIDE_SIZE,
  '9 / 16': TALL_SIZE,
  '4 / 3': { width: 4, height: 3 },
  '1 / 1': { width: 1, height: 1 },
} as const

function shapeSize(shape: FrameShape): { width: number; height: number } | { height: number } {
  return 'height' in shape ? { height: shape.height } : RATIO_SIZES[shape.ratio]
}

function sizeOf(size: { width: number; height: number } | { height: number }): Record<string, string | number> {
  return { ...size, layout: 'width' in size ? 'responsive' : 'fixed-height' }
}

function figure(block: EmbedBlock, content: SafeHtml): SafeHtml {
  return tag('figure', { class: 'embed' }, words(block), content, block.caption && tag('figcaption', {}, block.caption))
}
