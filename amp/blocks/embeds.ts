import type { BlockOf, EmbedBlock } from '../../src/content/block.ts'
import type { EmbedType, FrameShape } from '../../src/content/embeds.ts'
import { giphyProblem } from '../../src/content/giphy.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { tag, text } from '../../src/content/html/markup.ts'
import { LANGUAGE_RULES } from '../../src/languages/language.ts'
import type { Extension } from '../extensions.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

const WIDE = { width: 16, height: 9, layout: 'responsive' }
/** Players need scripts and their own storage; their links need popups. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups'

/** AMP's element for a provider. */
function element<T extends EmbedType>(
  name: Extension,
  attributes: (block: BlockOf<T>, context: AmpContext) => Record<string, string | number | boolean | undefined>,
): AmpEntry<T> {
  return {
    style: 'embed',
    extensions: () => [name],
    render: (block, context) => figure(block as EmbedBlock, tag(name, attributes(block, context))),
  }
}

export const youtube = element<'youtube'>('amp-youtube', (block) => ({
  'data-videoid': block.id,
  ...(block.frame && 'ratio' in block.frame.shape && block.frame.shape.ratio === '9 / 16'
    ? { width: 9, height: 16, layout: 'responsive' }
    : WIDE),
}))

export const vimeo = element<'vimeo'>('amp-vimeo', (block) => ({ 'data-videoid': block.id, ...WIDE }))

export const instagram = element<'instagram'>('amp-instagram', (block) => ({
  'data-shortcode': block.id,
  'data-captioned': true,
  width: 400,
  height: 400,
  layout: 'responsive',
}))

export const twitter = element<'twitter'>('amp-twitter', (block) => ({
  'data-tweetid': block.id,
  width: 375,
  height: 472,
  layout: 'responsive',
}))

export const facebook = element<'facebook'>('amp-facebook', (block, { language }) => ({
  'data-href': block.url,
  'data-embed-as': block.frame?.src.includes('/video.php') ? 'video' : 'post',
  'data-locale': LANGUAGE_RULES[language].ogLocale,
  width: 552,
  height: 310,
  layout: 'responsive',
}))

export const reddit = element<'reddit'>('amp-reddit', (block) => ({
  'data-embedtype': 'post',
  'data-src': block.url,
  width: 300,
  height: 400,
  layout: 'responsive',
}))

export const tiktok = element<'tiktok'>('amp-tiktok', (block) => ({
  'data-src': block.id,
  width: 325,
  height: 575,
  layout: 'responsive',
}))

const animation = element<'giphy'>('amp-anim', ({ id, provider, item }, { messages }) => ({
  src: `https://media.giphy.com/media/${id}/giphy.gif`,
  alt: messages.embeds.title({ provider }),
  ...WIDE,
  ...(item?.kind === 'animation' && { width: item.width, height: item.height }),
}))

/** The animation by its id, in its own size if known; or the reason why there is none. */
export const giphy: AmpEntry<'giphy'> = {
  ...animation,
  extensions: (block, { messages }) => (giphyProblem(block, messages) ? [] : ['amp-anim']),
  render(block, context) {
    const problem = giphyProblem(block, context.messages)
    if (!problem) return animation.render(block, context)
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
        tag(
          'a',
          { href: block.url, rel: 'noopener' },
          text(context.messages.embeds.open({ provider: block.provider })),
        ),
      ),
    )
  },
}

/** A provider's frame; a link without one. */
export const framed: AmpEntry<EmbedType> = {
  style: 'embed',
  extensions: (block) => ((block as EmbedBlock).frame ? ['amp-iframe'] : []),
  render: (block, { messages }) => {
    const { frame, provider, url } = block as EmbedBlock
    const link = tag('a', { href: url, rel: 'noopener' }, text(messages.embeds.open({ provider })))
    if (!frame) return figure(block as EmbedBlock, tag('p', { class: 'embed-box', 'data-interface': 'link' }, link))
    const placeholder = tag(
      'span',
      { placeholder: true, class: 'embed-box' },
      text(messages.embeds.title({ provider })),
    )
    return figure(
      block as EmbedBlock,
      tag(
        'amp-iframe',
        {
          src: frame.src,
          sandbox: SANDBOX,
          frameborder: '0',
          title: messages.embeds.title({ provider }),
          ...size(frame.shape),
        },
        placeholder,
      ),
    )
  },
}

function size(shape: FrameShape): Record<string, string | number> {
  if ('height' in shape) return { layout: 'fixed-height', height: shape.height }
  return shape.ratio === '9 / 16' ? { width: 9, height: 16, layout: 'responsive' } : WIDE
}

function figure(block: EmbedBlock, content: SafeHtml): SafeHtml {
  return tag('figure', { class: 'embed' }, content, block.caption && tag('figcaption', {}, block.caption))
}
