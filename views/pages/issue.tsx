import type { IssueCard } from '../../src/content/issue.ts'
import { issuePath } from '../../src/content/issue-id.ts'
import type { Service } from '../../src/services/service.ts'
import { ImagePlaceholder } from '../components/card.tsx'
import { LIST_PLACE, placeStyle } from '../components/card-places.ts'
import { NewsletterBox } from '../components/newsletter.tsx'
import { useMessages, useService } from '../context.ts'
import type { PageDataOf } from '../page-data.ts'

export function IssuePage({ issue }: PageDataOf<'issue'>) {
  const messages = useMessages()
  const day = messages.mail.issue({ day: issue.day })
  // Otherwise the first title stands for it.
  const hasSubject = issue.subject !== issue.lead.title
  return (
    <div className="page archive">
      <header className="archive-header">
        {hasSubject && <p className="kicker">{day}</p>}
        <h1 dir="auto">{hasSubject ? issue.subject : day}</h1>
      </header>
      <div className="home-block">
        <Cards cards={[issue.lead, ...issue.cards]} />
      </div>
      {issue.sections.map(({ title, cards }) => (
        <section key={title} className="home-block">
          <h2 className="section-title" dir="auto">
            {title}
          </h2>
          <Cards cards={cards} level={3} />
        </section>
      ))}
      <div className="home-block">
        <NewsletterBox isSection />
      </div>
    </div>
  )
}

/** Latest first. */
export function IssuesPage({ issues }: PageDataOf<'issues'>) {
  const messages = useMessages()
  return (
    <div className="page archive">
      <header className="archive-header">
        <h1>{messages.newsletter.label}</h1>
        <p className="lead">{messages.newsletter.description}</p>
      </header>
      <div className="cards list-posts home-block">
        <div className="cards-grid">
          {issues.map(({ id, subject, preheader, day }) => (
            <article key={id} className="card card-text">
              <div className="card-text">
                <p className="card-meta">{day}</p>
                <h2 className="card-title" dir="auto">
                  <a href={issuePath(id)}>{subject}</a>
                </h2>
                <p className="card-summary" dir="auto">
                  {preheader}
                </p>
              </div>
            </article>
          ))}
        </div>
      </div>
      <div className="home-block">
        <NewsletterBox isSection />
      </div>
    </div>
  )
}

function Cards({ cards, level = 2 }: { cards: readonly IssueCard[]; level?: 2 | 3 }) {
  return (
    <div className="cards list-posts">
      <div className="cards-grid">
        {cards.map((card) => (
          <Card key={card.url} card={card} level={level} />
        ))}
      </div>
    </div>
  )
}

function Card({ card, level }: { card: IssueCard; level: 2 | 3 }) {
  const service = useService()
  const { article } = useMessages()
  const Heading = `h${level}` as const
  const above = [card.isSponsored ? article.sponsored : undefined, card.kicker, card.day]
  return (
    <article className="card card-row" style={placeStyle(LIST_PLACE, true)}>
      {card.image ? (
        <div className="card-picture">
          <img
            src={onSite(card.image.src, service)}
            alt=""
            width={card.image.width}
            height={card.image.height}
            loading="lazy"
            decoding="async"
          />
        </div>
      ) : (
        <ImagePlaceholder />
      )}
      <div className="card-text">
        <p className="card-meta" dir="auto">
          {above.filter((part) => part !== undefined).join(' · ')}
        </p>
        <Heading className="card-title" dir="auto">
          <a href={onSite(card.url, service)}>{card.title}</a>
        </Heading>
        {card.lead && (
          <p className="card-summary" dir="auto">
            {card.lead}
          </p>
        )}
      </div>
    </article>
  )
}

function onSite(url: string, { serviceUrl }: Service): string {
  return serviceUrl !== undefined && url.startsWith(`${serviceUrl}/`) ? url.slice(serviceUrl.length) : url
}
