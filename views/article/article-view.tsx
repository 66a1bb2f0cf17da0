import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { Article, HeroCaption } from '../../src/content/article.ts'
import type { ResponsiveImage as HeroImage } from '../../src/content/block.ts'
import type { Card } from '../../src/content/card.ts'
import { commentCountOf } from '../../src/content/comment.ts'
import { contentsOf } from '../../src/content/contents.ts'
import { openTag, spaced, tag, text } from '../../src/content/html/markup.ts'
import { liveFragmentPath, liveIn } from '../../src/content/live.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import type { ReadingOrder } from '../../src/content/reading-order.ts'
import { plainText } from '../../src/content/text.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import { directionOf } from '../../src/languages/direction.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import type { Service } from '../../src/services/service.ts'
import { AdBox, PageAds } from '../components/ad-box.tsx'
import { BlockStyles, FeatureStyles } from '../components/feature-styles.tsx'
import { ResponsiveImage } from '../components/images.tsx'
import { Spaced } from '../components/inline.tsx'
import { PushPlace } from '../components/push-place.tsx'
import { heroSizes } from '../components/sizes-attribute.ts'
import { type FeatureStyle, type Portal, useMessages, usePortal } from '../context.ts'
import { MostRead } from '../home/card-blocks.tsx'
import type { ShownComments } from '../page-data.ts'
import { usePrerendered } from '../prerendered.tsx'
import { articleBody, liveBody } from './article-body.tsx'
import { AuthorNote, Onward, Share } from './article-footer.tsx'
import { ArticleHeader, Contents, isRevised, PageHeader, REVISION_STYLE } from './article-header.tsx'
import { Comments } from './comments.tsx'
import type { LivePage } from './live.tsx'
import { SERIES_STYLE, SeriesNav } from './series.tsx'

interface ArticleViewProps {
  article: Article
  head: HeadModel
  order?: ReadingOrder
  comments?: ShownComments
  livePage?: number
  mostRead?: readonly Card[]
}

const MAGAZINE_STYLE: FeatureStyle = 'magazine'

const SLOTS_IN_BODY: readonly string[] = ['0', '1', '2']
const SLOTS_AFTER_BODY: readonly string[] = ['3']

export function ArticleView(props: ArticleViewProps) {
  const { article, head, order, livePage = 1 } = props
  const portal = usePortal()
  const live = liveIn(article.body)
  const headerStyles = headerStylesOf(article, portal.service)
  const isBesideHero = heroOf(props) !== undefined && portal.service.articleLayout !== 'single'
  // A preview may be unpublished.
  const asks = live && !live.isOver && livePage === 1 && portal.preview === undefined
  return (
    <article
      className={['article', isBesideHero && 'has-hero', hasInitial(article, portal.service) && 'has-initial']
        .filter(Boolean)
        .join(' ')}
      lang={article.language}
      dir={foreignDirection(article, portal.service)}
      data-article={article.path}
      // The document has the first one's.
      data-article-title={order ? undefined : head.title}
      data-next={JSON.stringify(article.nextPaths)}
      data-category={article.topCategory}
      {...(asks && { 'data-live': liveFragmentPath(article.path), 'data-feature': 'live' })}
    >
      <FeatureStyles names={headerStyles} />
      <AboveBody {...props} />
      {/* Headline and image do not wait for these. */}
      <BlockStyles blocks={article.body} linked={headerStyles} />
      <div
        className="article-body"
        dangerouslySetInnerHTML={usePrerendered(() => [
          leadCopy(heroOf(props), article.heroCaption),
          ...bodyOf(article, live && { article, live, page: livePage, service: portal.service }, portal),
        ])}
      />
      <BelowBody {...props} />
    </article>
  )
}

function foreignDirection({ language }: Article, { direction }: Service): 'ltr' | 'rtl' | undefined {
  const own = language === undefined ? direction : directionOf(language)
  return own === direction ? undefined : (own ?? 'ltr')
}

/** Reader views take the paragraphs' element alone, so it has a hidden image (ART-16). */
function leadCopy(hero: HeroImage | undefined, caption: HeroCaption | undefined): Buffer {
  if (!hero) return NOTHING
  const { src, alt, width, height } = hero
  const words = spaced([caption?.html, caption?.credit === undefined ? undefined : text(caption.credit)])
  const image = openTag('img', { src, alt, width, height, loading: 'lazy' })
  const label = words === '' ? undefined : tag('figcaption', {}, words)
  return Buffer.from(tag('figure', { class: 'lead-copy', 'data-interface': true }, image, label))
}

const NOTHING = Buffer.alloc(0)

function heroOf({ article, livePage = 1 }: ArticleViewProps) {
  return livePage === 1 ? article.hero : undefined
}

/** Of a number only its first digit would be large. */
function hasInitial({ body }: Article, { articleLayout }: Service): boolean {
  const first = body.find(({ type }) => type === 'paragraph')
  return articleLayout === 'single' && first?.type === 'paragraph' && /^[„“"«]?\p{L}/u.test(plainText(first.html))
}

function headerStylesOf(article: Article, { articleLayout }: Service): FeatureStyle[] {
  return [
    ...(articleLayout === 'single' ? [MAGAZINE_STYLE] : []),
    ...(isRevised(article) ? [REVISION_STYLE] : []),
    ...(article.series ? [SERIES_STYLE] : []),
  ]
}

function bodyOf(article: Article, shown: LivePage | undefined, portal: Portal): Buffer[] {
  const slots = slotsOf(article, SLOTS_IN_BODY, portal)
  return shown ? liveBody(shown, slots, portal) : articleBody(article, slots, portal)
}

function slotsOf(article: Article, keys: readonly string[], { integrations, service }: Portal): AdSlot[] {
  return isAdvertising(integrations, service) ? article.adSlots.filter(({ key }) => keys.includes(key)) : []
}

function AdBoxes({ article, keys }: { article: Article; keys: readonly string[] }) {
  return slotsOf(article, keys, usePortal()).map((slot) => <AdBox key={slot.key} slot={slot} />)
}

function AboveBody(props: ArticleViewProps) {
  const { article, order, comments } = props
  const { service } = usePortal()
  const hero = heroOf(props)
  const isFirst = order !== undefined
  return (
    <>
      {isFirst && <PageAds service={service} slots={article.outOfPageSlots} />}
      {article.isPage ? (
        <PageHeader article={article} />
      ) : (
        <ArticleHeader article={article} commentCount={commentCountOf(article, comments)} isFirst={isFirst} />
      )}
      {hero && (
        <figure className="hero">
          <ResponsiveImage image={hero} sizes={heroSizes(service)} isFirst={isFirst} />
          {article.heroCaption && <Caption caption={article.heroCaption} />}
        </figure>
      )}
      <Contents items={contentsOf(article, service)} />
    </>
  )
}

function Caption({ caption: { html, credit } }: { caption: HeroCaption }) {
  return (
    <figcaption>
      <Spaced>
        {html && <span dangerouslySetInnerHTML={{ __html: html }} />}
        {credit && <span className="credit">{credit}</span>}
      </Spaced>
    </figcaption>
  )
}

function ArticlePush({ article, order, livePage = 1 }: ArticleViewProps) {
  const { push } = useMessages()
  const live = liveIn(article.body)
  // Scripts of appended articles start no such place.
  if (!order) return null
  if (live && !live.isOver && livePage === 1) return <PushPlace topics={[[`live:${article.path}`, push.live]]} />
  const [slug] = article.series ? article.seriesSlugs : []
  return slug === undefined ? null : <PushPlace topics={[[`series:${slug}`, push.series]]} />
}

function BelowBody(props: ArticleViewProps) {
  const { article, head, order, mostRead = [] } = props
  const messages = useMessages()
  if (article.isPage) return <BelowPage {...props} />
  return (
    <>
      {article.series && <SeriesNav series={article.series} />}
      <ArticlePush {...props} />
      <AdBoxes article={article} keys={SLOTS_AFTER_BODY} />
      <footer className="article-footer">
        {article.tags.length > 0 && (
          <ul className="quick-links" aria-label={messages.article.tags}>
            {article.tags.map((tag) => (
              <li key={tag.name}>
                <a className="chip" href={tag.href}>
                  {tag.name}
                </a>
              </li>
            ))}
          </ul>
        )}
        <Share url={head.canonical} title={plainLine(article.title)} />
        {article.author && <AuthorNote author={article.author} />}
        {order && <Discussion {...props} />}
      </footer>
      <MostRead cards={mostRead} />
      {order && <Onward order={order} />}
    </>
  )
}

/** A page may have a discussion alone (PAGE-27). */
function BelowPage(props: ArticleViewProps) {
  if (!props.order || !props.article.discussion) return null
  return (
    <footer className="article-footer">
      <Discussion {...props} />
    </footer>
  )
}

function Discussion({ article, head, comments }: ArticleViewProps) {
  return <Comments article={article} url={head.canonical} shown={article.discussion ? comments : 'none'} />
}
