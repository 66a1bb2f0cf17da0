import type { AuthorProfile, Card as CardData, SocialNetwork } from '../../src/content/card.ts'
import { sidebarSlot } from '../../src/content/home-block.ts'
import { PORTRAIT_SIZE } from '../../src/content/image-sizes.ts'
import { listPagePath } from '../../src/content/links.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import { followPath } from '../../src/languages/language.ts'
import { ListWithAd, PageAds } from '../components/ad-box.tsx'
import { Card, CardSkeletons } from '../components/card.tsx'
import { OwnListContext } from '../components/card-meta.tsx'
import { cardPlaces, LIST_PLACE, placeAt } from '../components/card-places.ts'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { Portrait } from '../components/images.tsx'
import { Tooltip } from '../components/inline.tsx'
import { placeOfImage } from '../components/lead-image.ts'
import { Pagination } from '../components/pagination.tsx'
import { useMessages, usePortal } from '../context.ts'
import { HomeBlocks } from '../home/home-blocks.tsx'
import type { PageDataOf } from '../page-data.ts'

const NETWORK_NAMES: Record<SocialNetwork, string> = {
  twitter: 'X',
  youtube: 'YouTube',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
}

export function ArchivePage({ archive, basePath, pageNumber }: PageDataOf<'archive'>) {
  const isFirstPage = pageNumber <= 1
  const { list, author, series } = useMessages()
  const isSeries = archive.type === 'series'
  const kindLabels = { category: list.category, tag: list.tag, author: author.label, series: list.series }
  // Promotions are no parts (SERIES-2).
  const parts = archive.cards.filter(({ isPromo }) => !isPromo)
  const count = archive.total - archive.cards.length + parts.length
  const label = isSeries ? `${list.series} · ${series.parts({ count })}` : kindLabels[archive.type]
  const showsBlocks = isFirstPage && archive.blocks.length > 0
  const { integrations, service } = usePortal()
  const listAd = isAdvertising(integrations, service)
    ? sidebarSlot(archive.adSlots, showsBlocks ? archive.blocks : [])
    : undefined
  return (
    <div className="page archive">
      <PageAds service={service} slots={archive.outOfPageSlots} />
      {archive.author ? (
        <AuthorHeader author={archive.author} isOwnPage={isFirstPage} basePath={basePath} />
      ) : (
        <header className="archive-header">
          <p className="kicker">{label}</p>
          <h1>{archive.heading}</h1>
          {isFirstPage && <Introduction archive={archive} />}
          {isFirstPage && isSeries && <FollowLink basePath={basePath} />}
        </header>
      )}
      <OwnListContext value={basePath}>
        <div data-list>
          {isSeries ? (
            <SeriesParts parts={parts} />
          ) : showsBlocks ? (
            <HomeBlocks service={service} blocks={archive.blocks} adSlots={archive.adSlots} listAd={listAd} />
          ) : (
            <ListWithAd slot={listAd}>
              <CardList page={archive.cards} isNarrow={listAd !== undefined} />
            </ListWithAd>
          )}
        </div>
      </OwnListContext>
      {archive.maxPage > 1 && <AwaitedPage />}
      <Pagination hrefOf={(page) => listPagePath(basePath, page)} current={pageNumber} max={archive.maxPage} />
    </div>
  )
}

function AwaitedPage() {
  return (
    <template data-boxes>
      <div className="cards list-posts">
        <div className="cards-grid">
          <CardSkeletons />
        </div>
      </div>
    </template>
  )
}

function Introduction({ archive: { lead, seo } }: Pick<PageDataOf<'archive'>, 'archive'>) {
  if (!lead) return seo.description ? <p className="lead">{seo.description}</p> : null
  return lead.map((html, index) => <p key={index} className="lead" dangerouslySetInnerHTML={{ __html: html }} />)
}

interface CardListProps {
  page: PageDataOf<'archive'>['archive']['cards']
  isNarrow: boolean
}

function CardList({ page, isNarrow }: CardListProps) {
  const messages = useMessages()
  if (page.length === 0) return <p className="empty">{messages.list.empty}</p>
  const first = placeOfImage(page)
  const places = isNarrow ? [] : cardPlaces('list-posts', page.length)
  return (
    <div className="cards list-posts">
      <div className="cards-grid">
        {page.map((card, index) => (
          <Card key={card.id} card={card} place={placeAt(places, index)} headingLevel={2} isFirst={index === first} />
        ))}
      </div>
    </div>
  )
}

interface AuthorHeaderProps {
  author: AuthorProfile
  isOwnPage: boolean
  basePath: string
}

/** Further pages link to the first (CARD-28). */
function AuthorHeader({ author, isOwnPage, basePath }: AuthorHeaderProps) {
  const messages = useMessages()
  return (
    <header className="author-header">
      <Portrait person={author} size={PORTRAIT_SIZE.width} sizes="(min-width: 768px) 180px, 120px" isFirst />
      <div>
        <p className="kicker">{messages.author.label}</p>
        <h1>{author.href && !isOwnPage ? <a href={author.href}>{author.name}</a> : author.name}</h1>
        {author.description && <p className="lead">{author.description}</p>}
        <ul className="author-facts">
          {author.activeSince && <li>{messages.author.since({ year: String(author.activeSince.year) })}</li>}
          {author.textCount !== undefined && <li>{messages.author.texts({ count: author.textCount })}</li>}
          {author.email && (
            <li>
              <a href={`mailto:${author.email}`}>{author.email}</a>
            </li>
          )}
          {author.social.map(({ network, href }) => (
            <li key={network}>
              <Tooltip text={messages.author.profile({ name: author.name, network: NETWORK_NAMES[network] })}>
                <a className="chip" href={href} rel="me noopener">
                  {NETWORK_NAMES[network]}
                </a>
              </Tooltip>
            </li>
          ))}
        </ul>
        {isOwnPage && <FollowLink basePath={basePath} />}
      </div>
    </header>
  )
}

function FollowLink({ basePath }: { basePath: string }) {
  const { service } = usePortal()
  return (
    <p>
      <a href={followPath(service) + basePath}>{service.messages.follow.title}</a>
    </p>
  )
}

function SeriesParts({ parts }: { parts: readonly CardData[] }) {
  const first = placeOfImage(parts)
  return (
    <div className="cards list-posts">
      <FeatureStyles names={['series']} />
      <ol className="series-parts">
        {parts.map((card, index) => (
          <li key={card.id}>
            <Card card={card} place={LIST_PLACE} headingLevel={2} isFirst={index === first} />
          </li>
        ))}
      </ol>
    </div>
  )
}
