import type { ShopOffer, SponsoredLink } from '../../src/content/block.ts'
import { spaced, tag, text } from '../../src/content/html/markup.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpContext, AmpEntry } from './entry.ts'
import { ampImage } from './media.ts'

export const sponsoredParagraph: AmpEntry<'sponsored-paragraph'> = {
  style: 'offers',
  render: (block, { messages: { offers } }) =>
    tag(
      'section',
      { class: 'offer-box paid' },
      tag('p', { class: 'marker' }, text(offers.sponsored)),
      title(block.title),
      tag('div', { class: 'html' }, block.html),
      block.sponsor
        ? tag('p', { class: 'offer-note' }, text(offers.sponsoredBy({ sponsor: block.sponsor })))
        : undefined,
      button(block.button),
    ),
}

export const buybox: AmpEntry<'buybox'> = {
  style: 'offers',
  render: (block, context) =>
    tag(
      'section',
      { class: 'offer-box' },
      block.image && ampImage(block.image, context),
      title(block.header),
      tag('ul', { class: 'shops' }, ...block.offers.map((offer) => tag('li', {}, shop(offer)))),
      note(context),
    ),
}

export const buyboxFast: AmpEntry<'buybox-fast'> = {
  style: 'offers',
  render: (block, context) =>
    tag(
      'section',
      { class: 'offer-box' },
      title(block.title),
      tag('div', { class: 'shops' }, shop(block.offer)),
      note(context),
    ),
}

export const offerComparison: AmpEntry<'offer-comparison'> = {
  style: 'offers',
  render: (block, context) =>
    tag(
      'section',
      { class: 'offers' },
      title(block.header),
      tag('ul', { class: 'offer-cards' }, ...block.offers.map((offer) => comparedOffer(offer, context))),
      note(context),
    ),
}

function comparedOffer(
  {
    name,
    image,
    price,
    description,
    rating,
    button: action,
  }: Parameters<typeof offerComparison.render>[0]['offers'][number],
  context: AmpContext,
): SafeHtml {
  return tag(
    'li',
    { class: 'offer-box' },
    image && ampImage(image, context),
    title(name),
    rating === undefined
      ? undefined
      : tag('p', { class: 'offer-rating' }, text(context.messages.offers.rating({ rating }))),
    price ? tag('p', { class: 'shop-price' }, text(price)) : undefined,
    description ? tag('p', {}, text(description)) : undefined,
    button(action),
  )
}

export const watchGuide: AmpEntry<'watch-guide'> = {
  style: 'offers',
  render: (block, { messages }) =>
    tag(
      'section',
      { class: 'offer-box' },
      tag('p', { class: 'kicker' }, text(messages.offers.watch)),
      tag('p', { class: 'offer-title' }, tag('a', { ...block.link }, text(block.header))),
    ),
}

function shop({ shop: name, price, button: action }: ShopOffer): SafeHtml {
  return spaced([
    tag('span', { class: 'shop-name' }, text(name)),
    price ? tag('span', { class: 'shop-price' }, text(price)) : undefined,
    button(action),
  ])
}

function title(value: string | undefined): SafeHtml | undefined {
  return value ? tag('p', { class: 'offer-title' }, text(value)) : undefined
}

function note({ messages }: AmpContext): SafeHtml {
  return tag('p', { class: 'offer-note' }, text(messages.offers.affiliate))
}

function button(action: SponsoredLink | undefined): SafeHtml | undefined {
  return action && tag('a', { class: 'button', ...action.link }, text(action.label))
}
