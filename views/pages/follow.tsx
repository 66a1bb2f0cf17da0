import { followPath } from '../../src/languages/language.ts'
import { FEED_TYPES, type FeedFormat, feedPath, podcastPath } from '../../src/seo/feed-path.ts'
import type { Service } from '../../src/services/service.ts'
import { NewsletterBox } from '../components/newsletter.tsx'
import { PushPlace } from '../components/push-place.tsx'
import { usePortal } from '../context.ts'

export interface FollowedList {
  kind: 'author' | 'series'
  slug: string
  name: string
  href: string
}

/** Shows every way of the service, and no third party (FOLLOW-1). */
export function FollowPage({ list }: { list?: FollowedList | undefined }) {
  const { service } = usePortal()
  const { follow } = service.messages
  return (
    <div className="page">
      <article className="article">
        <header className="article-header">
          <h1>{list ? follow.of({ name: list.name }) : follow.title}</h1>
          <p className="lead">{follow.lead}</p>
        </header>
        <div className="article-body">
          <Feeds service={service} list={list} />
          <Podcasts service={service} list={list} />
          {list?.kind === 'series' && (
            <PushPlace isSection topics={[[`series:${list.slug}`, service.messages.push.series]]} />
          )}
          {list ? (
            <p>
              <a href={followPath(service)}>{follow.all({ title: service.title })}</a>
            </p>
          ) : (
            <WholeService service={service} />
          )}
        </div>
      </article>
    </div>
  )
}

interface Followed {
  service: Service
  list: FollowedList | undefined
}

function Feeds({ service, list }: Followed) {
  const { follow } = service.messages
  const { kind, slug } = list ?? {}
  const formats: ReadonlyArray<[FeedFormat, string]> = [
    ['rss', 'RSS'],
    ['atom', 'Atom'],
  ]
  return (
    <>
      <h2>{follow.feeds}</h2>
      <p>{follow.feedsNote}</p>
      <ul>
        {formats.map(([format, name]) => (
          <li key={format}>
            <a
              href={feedPath(format, kind === undefined || slug === undefined ? undefined : { kind, slug })}
              type={FEED_TYPES[format]}
            >
              {list ? `${list.name} (${name})` : `${service.title} (${name})`}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function Podcasts({ service, list }: Followed) {
  const { follow } = service.messages
  const podcasts = (service.podcasts ?? []).filter(
    ({ list: own }) => list === undefined || (own.kind === list.kind && own.slug === list.slug),
  )
  if (podcasts.length === 0) return null
  return (
    <>
      <h2>{follow.podcasts}</h2>
      <p>{follow.podcastsNote}</p>
      <ul>
        {podcasts.map(({ list: own, title }) => (
          <li key={podcastPath(own)}>
            <a href={podcastPath(own)} type={FEED_TYPES.rss}>
              {title ?? list?.name ?? own.slug}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function WholeService({ service }: { service: Service }) {
  const { follow, push } = service.messages
  const { profiles } = service.group
  return (
    <>
      <PushPlace
        isSection
        topics={[
          ['breaking', push.breaking],
          ['newest', push.newest],
        ]}
      />
      <NewsletterBox isSection />
      {profiles.length > 0 && (
        <>
          <h2>{follow.profiles}</h2>
          <ul>
            {profiles.map(({ title, link }) => (
              <li key={link}>
                <a href={link} rel="me noopener">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
