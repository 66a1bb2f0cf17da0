import type { ShopOffer, SponsoredLink } from '../../src/content/block.ts'
import { classAt, offerNumbers } from '../../src/content/html/table-markup.ts'
import { LabelledGroup, ScrollBox } from '../components/groups.tsx'
import { ResponsiveImage } from '../components/images.tsx'
import { Tooltip } from '../components/inline.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

const PRODUCT_SIZES = '(min-width: 768px) 306px, 100vw'

/** The label marks paid content (BLOCK-8); a landmark would repeat (A11Y-11). */
export function SponsoredParagraph({ block }: BlockProps<'sponsored-paragraph'>) {
  const messages = useMessages()
  return (
    <LabelledGroup role="note" className="offer-box paid" label={messages.offers.sponsored}>
      <p className="marker">{messages.offers.sponsored}</p>
      {block.title && <p className="offer-title">{block.title}</p>}
      <div className="html body-text" dangerouslySetInnerHTML={{ __html: block.html }} />
      {block.sponsor && <p className="offer-note">{messages.offers.sponsoredBy({ sponsor: block.sponsor })}</p>}
      <SponsorButton button={block.button} sponsor={block.sponsor} />
    </LabelledGroup>
  )
}

export function Buybox({ block }: BlockProps<'buybox'>) {
  const messages = useMessages()
  return (
    <LabelledGroup role="note" className="offer-box buybox" label={messages.offers.affiliate}>
      {block.image && <ResponsiveImage image={block.image} sizes={PRODUCT_SIZES} />}
      <LabelledGroup label={block.header ?? messages.offers.offer}>
        {block.header && <p className="offer-title">{block.header}</p>}
        <ul className="shops">
          {block.offers.map((offer, index) => (
            <li key={index}>
              <Shop offer={offer} />
            </li>
          ))}
        </ul>
        <p className="offer-note">{messages.offers.affiliate}</p>
      </LabelledGroup>
    </LabelledGroup>
  )
}

export function BuyboxFast({ block }: BlockProps<'buybox-fast'>) {
  const messages = useMessages()
  return (
    <LabelledGroup role="note" className="offer-box buybox-fast" label={messages.offers.affiliate}>
      {block.title && <p className="offer-title">{block.title}</p>}
      <p className="shops">
        <Shop offer={block.offer} />
      </p>
      <p className="offer-note">{messages.offers.affiliate}</p>
    </LabelledGroup>
  )
}

function Shop({ offer }: { offer: ShopOffer }) {
  return (
    <>
      <span className="shop-name">{offer.shop}</span> {offer.price && <span className="shop-price">{offer.price}</span>}{' '}
      {offer.button && <Button button={offer.button} />}
    </>
  )
}

export function OfferComparison({ block }: BlockProps<'offer-comparison'>) {
  const messages = useMessages()
  return (
    <LabelledGroup role="note" className="offers" label={block.header ?? messages.offers.offer}>
      {block.header && <p className="offer-title">{block.header}</p>}
      <ul className="offer-cards">
        {block.offers.map((offer) => (
          <li key={offer.name} className="offer-box">
            {offer.image && <ResponsiveImage image={offer.image} sizes={PRODUCT_SIZES} isDecorative />}
            <p className="offer-title">{offer.name}</p>
            {offer.rating !== undefined && (
              <p className="offer-rating">{messages.offers.rating({ rating: offer.rating })}</p>
            )}
            {offer.price && <p className="shop-price">{offer.price}</p>}
            {offer.description && <p>{offer.description}</p>}
            {offer.button && <Button button={offer.button} />}
          </li>
        ))}
      </ul>
      <p className="offer-note">{messages.offers.affiliate}</p>
    </LabelledGroup>
  )
}

export function OfferTable({ block }: BlockProps<'offer-table'>) {
  const messages = useMessages()
  const numeric = offerNumbers(block)
  return (
    <figure className="table">
      <ScrollBox className="table-box" label={block.header ?? messages.article.tableScroll}>
        <table>
          {block.header && <caption>{block.header}</caption>}
          <thead>
            <tr>
              <th scope="col">{messages.offers.offer}</th>
              {block.columns.map((column, index) => (
                <th key={index} scope="col" className={classAt(index + 1, numeric)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.offers.map((offer) => (
              <tr key={offer.name}>
                <th scope="row">{offer.link ? <a {...offer.link}>{offer.name}</a> : offer.name}</th>
                {offer.values.map((value, index) => (
                  <td key={index} className={classAt(index + 1, numeric)}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <figcaption>{messages.offers.affiliate}</figcaption>
    </figure>
  )
}

export function WatchGuide({ block }: BlockProps<'watch-guide'>) {
  const messages = useMessages()
  return (
    <LabelledGroup role="note" className="offer-box watch-guide" label={messages.offers.watch}>
      <p className="kicker">{messages.offers.watch}</p>
      <p className="offer-title">
        <a {...block.link}>{block.header}</a>
      </p>
    </LabelledGroup>
  )
}

function Button({ button }: { button: SponsoredLink }) {
  return (
    <a className="button" {...button.link}>
      {button.label}
    </a>
  )
}

function SponsorButton({ button, sponsor }: { button: SponsoredLink | undefined; sponsor?: string | undefined }) {
  const messages = useMessages()
  if (!button || button.link.href === '') return null
  return (
    <Tooltip text={sponsor && messages.offers.toSponsor({ sponsor })}>
      <a className="button" {...button.link}>
        {button.label}
      </a>
    </Tooltip>
  )
}
