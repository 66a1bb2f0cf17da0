import type { ComparedOffer, ShopOffer } from '../block.ts'
import { flowNodes } from '../html/sanitise.ts'
import { type LinkRules, SPONSORED_REL } from '../links.ts'
import { text } from '../wire.ts'
import type { LeafNormaliser } from './context.ts'
import {
  dataOf,
  type Fields,
  imageField,
  lineField,
  listField,
  numberField,
  sponsoredButton,
  sponsoredLink,
} from './fields.ts'

const MAX_RATING = 5
/** Tags. */
const OFFER_TAGS = 20
const CELL_TAGS = 2
const BUTTON = { link: 'link', label: 'button_string' }

/** The text stays without a link (BLOCK-34). */
export const sponsoredParagraph: LeafNormaliser = (block, { rules, parse }) => {
  const data = dataOf(block)
  const html = flowNodes(parse(text.parse(data.content) ?? ''), { ...rules, foreignRel: SPONSORED_REL })
  const [title, sponsor] = [lineField(data, 'title', rules), lineField(data, 'sponsorName', rules)]
  if (html === '' && !title) return []
  const names = { link: 'linkToSponsorPage', label: 'button_string' }
  const button = sponsoredButton(data, names, rules.service.messages.offers.sponsorButton, rules)
  return [
    {
      type: 'sponsored-paragraph',
      html,
      title,
      sponsor,
      button,
    },
  ]
}

export const buybox: LeafNormaliser = (block, { rules, budget }) => {
  const data = dataOf(block)
  const header = lineField(data, 'header', rules)
  const offers = budget.items(listField(data, 'offers'), OFFER_TAGS).flatMap((offer) => shopOffer(offer, rules) ?? [])
  const image = imageField(data, 'image', rules, header ?? rules.service.messages.photoAlt)
  if (offers.length === 0 && !header) return []
  return [{ type: 'buybox', offers, header, image }]
}

export const buyboxFast: LeafNormaliser = (block, { rules }) => {
  const data = dataOf(block)
  const title = lineField(data, 'title', rules)
  const offer = shopOffer(data, rules)
  return offer ? [{ type: 'buybox-fast', offer, title }] : []
}

function shopOffer(fields: Fields, rules: LinkRules): ShopOffer | undefined {
  const [shop, price] = [lineField(fields, 'shop', rules), lineField(fields, 'price', rules)]
  const button = sponsoredButton(fields, BUTTON, rules.service.messages.offers.shopButton, rules)
  if (!shop && !button) return undefined
  return { shop: shop ?? button?.label ?? '', price, button }
}

export const offerComparison: LeafNormaliser = (block, { rules, budget }) => {
  const data = dataOf(block)
  const header = lineField(data, 'header', rules)
  const offers = budget
    .items(listField(data, 'offers'), OFFER_TAGS)
    .flatMap((offer) => comparedOffer(offer, rules) ?? [])
  return offers.length > 0 ? [{ type: 'offer-comparison', offers, header }] : []
}

function comparedOffer(fields: Fields, rules: LinkRules): ComparedOffer | undefined {
  const name = lineField(fields, 'name', rules)
  if (!name) return undefined
  const [price, description] = [lineField(fields, 'price', rules), lineField(fields, 'description', rules)]
  const rating = numberField(fields, 'rating')
  const image = imageField(fields, 'image', rules, name)
  const button = sponsoredButton(fields, BUTTON, rules.service.messages.offers.offerButton, rules)
  return {
    name,
    image,
    price,
    description,
    rating: rating !== undefined && rating >= 0 && rating <= MAX_RATING ? rating : undefined,
    button,
  }
}

/** Fills missing values, drops surplus ones. */
export const offerTable: LeafNormaliser = (block, { rules, budget }) => {
  const data = dataOf(block)
  const header = lineField(data, 'header', rules)
  const columns = texts(data.columns, rules)
  const offers = budget.items(listField(data, 'offers'), CELL_TAGS * (columns.length + 2)).flatMap((offer) => {
    const name = lineField(offer, 'name', rules)
    if (!name) return []
    const values = texts(offer.values, rules)
    const link = sponsoredLink(offer, 'link', rules)
    return [{ name, values: columns.map((_, index) => values[index] ?? ''), link }]
  })
  return offers.length > 0 ? [{ type: 'offer-table', columns, offers, header }] : []
}

export const watchGuide: LeafNormaliser = (block, { rules }) => {
  const data = dataOf(block)
  const header = lineField(data, 'header', rules)
  const link = sponsoredLink(data, 'link', rules)
  return header && link ? [{ type: 'watch-guide', header, link }] : []
}

function texts(value: unknown, rules: LinkRules): string[] {
  return Array.isArray(value) ? value.map((item) => lineField({ item }, 'item', rules) ?? '') : []
}
