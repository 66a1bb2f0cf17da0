import { words } from '../content/content'
import { Card } from './card'
import { Carousel } from './carousel'
import { Newsletter } from './newsletter'
import { SiteLink } from './site-link'
import { Video } from './video'

/** Cards that a wide screen shows at once. */
const FITTING = 4

/** The blocks of a home page, in order. The browser draws those below the first ones when they come near. */
export function HomeBlocks({ site, blocks }) {
  const first = blocks.find(({ cards }) => cards?.some(({ thumbnail }) => thumbnail))
  return blocks.map((block, index) => (
    <div
      key={index}
      className={block.isLazy ? 'home-block is-lazy' : 'home-block'}
      style={block.isLazy ? { '--lazy-height': `${block.lazyHeight}px` } : undefined}
    >
      <HomeBlock block={block} site={site} isFirst={block === first} />
    </div>
  ))
}

function HomeBlock({ block, ...rest }) {
  const Block = block.cards ? cardsBlockOf(block) : BLOCKS[block.type]
  if (!Block) throw new Error(`no component for ${block.type}`)
  return <Block block={block} {...rest} />
}

function cardsBlockOf({ type, isPath }) {
  if (type === 'scroll-posts') return CarouselBlock
  return isPath ? PathBlock : CardsBlock
}

function SectionHeader({ header, link, isMajor }) {
  return (
    <h2 className={isMajor ? 'section-title major' : 'section-title'}>
      {link ? <SiteLink href={link.href}>{header}</SiteLink> : header}
    </h2>
  )
}

function Frame({ block, className, children }) {
  if (!block.header) return <div className={className}>{children}</div>
  return (
    <section className={className}>
      <SectionHeader header={block.header} link={block.link} />
      {children}
    </section>
  )
}

function CardsBlock({ block, isFirst }) {
  return (
    <Frame block={block} className={`cards ${block.type}`}>
      <div className="cards-grid">
        <Cards block={block} isFirst={isFirst} />
      </div>
    </Frame>
  )
}

function Cards({ block: { cards, header }, isFirst }) {
  const first = isFirst ? firstImage(cards) : -1
  return cards.map((card, index) => (
    <Card key={card.id} card={card} headingLevel={header ? 3 : 2} isFirst={index === first} />
  ))
}

function PathBlock({ block, isFirst }) {
  const first = isFirst ? firstImage(block.cards) : -1
  return (
    <Frame block={block} className={`cards ${block.type} is-path`}>
      <ol className="cards-grid">
        {block.cards.map((card, index) => (
          <li key={card.id} style={card.place.style}>
            <Card card={card} headingLevel={block.header ? 3 : 2} isFirst={index === first} isItem />
          </li>
        ))}
      </ol>
    </Frame>
  )
}

function firstImage(cards) {
  return cards.findIndex(({ thumbnail }) => thumbnail)
}

function CarouselBlock({ block, isFirst }) {
  const { label, previous, next } = words.carousel
  return (
    <section className={`cards ${block.type}`}>
      <Carousel
        label={block.header ?? label}
        isFitting={block.cards.length <= FITTING}
        words={{ previous, next }}
        head={block.header && <SectionHeader header={block.header} link={block.link} />}
      >
        <Cards block={block} isFirst={isFirst} />
      </Carousel>
    </section>
  )
}

function ChannelBox({ block: { header, description, channelUrl, main, others }, site }) {
  return (
    <section className="channel-box">
      <div className="channel-words">
        <svg className="channel-logo" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
          <rect width="64" height="64" rx="16" fill="var(--accent)" />
          <path d="M17 16h6v32h-6zM29 20v24l20-12z" fill="var(--on-accent)" />
        </svg>
        <div>
          <h2>{header}</h2>
          {site.subscribers && <p className="channel-count">{site.subscribers}</p>}
        </div>
        <p>{description}</p>
        <a className="button" href={channelUrl} rel="noopener">
          {words.subscribe}
        </a>
      </div>
      {main && (
        <div className="channel-main">
          <Video video={main} />
        </div>
      )}
      {others.length > 0 && (
        <ul className="channel-videos">
          {others.map((video) => (
            <li key={video.url}>
              <Video video={video} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const BLOCKS = {
  'section-title': ({ block: { header, link } }) => <SectionHeader header={header} link={link} isMajor />,
  'big-title': ({ block: { header, description } }) => (
    <section className="big-title">
      <h2>{header}</h2>
      {description && <p>{description}</p>}
    </section>
  ),
  partner: ({ block: { header, name, link } }) => (
    <aside className="partner" aria-label={header ?? words.partner}>
      <p className="marker">{header ?? words.partner}</p>
      {link ? (
        <a href={link.href} rel="sponsored nofollow noopener">
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
    </aside>
  ),
  'szybkie-linki': ({ block: { links } }) => (
    <ul className="quick-links" aria-label={words.quickLinks}>
      {links.map(({ title, link }) => (
        <li key={title}>
          <SiteLink className="chip" href={link.href}>
            {title}
          </SiteLink>
        </li>
      ))}
    </ul>
  ),
  newsletter: ({ block: { header, description } }) => <Newsletter header={header} description={description} />,
  spacer: ({ block: { height } }) => <div style={{ height }} aria-hidden="true" />,
  'yt-sw-chanel-box': ChannelBox,
}
