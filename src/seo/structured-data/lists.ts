import type { CollectionPage, CreativeWorkSeries, ItemList, ProfilePage, WriteAction } from 'schema-dts'
import type { Archive } from '../../content/archive.ts'
import type { AuthorProfile, Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import type { SeriesPlace } from '../../content/series.ts'
import type { Service } from '../../services/service.ts'
import { type HeadModel, originOf } from '../head.ts'
import { articleId, organizationId, personId, websiteId } from './site.ts'

export function collectionPage(cards: readonly Card[], head: HeadModel, service: Service): CollectionPage {
  const own = ownArticles(cards)
  return {
    '@type': 'CollectionPage',
    '@id': head.canonical,
    url: head.canonical,
    name: head.title,
    isPartOf: { '@id': websiteId(service) },
    inLanguage: service.language,
    description: head.description || undefined,
    mainEntity: own.length > 0 ? itemList(own, service) : undefined,
  }
}

/** Google's "Profile page": one id everywhere. */
export function profilePage(
  { name, author }: Archive,
  cards: readonly Card[],
  head: HeadModel,
  service: Service,
): ProfilePage {
  const authorUrl = author?.href ? new URL(author.href, originOf(service)).href : head.canonical
  const own = ownArticles(cards)
  const changed = own.flatMap((card) => lastChange(card) ?? [])
  const newest = changed.sort((a, b) => b.time.epoch - a.time.epoch)[0]
  return {
    '@type': 'ProfilePage',
    '@id': head.canonical,
    url: head.canonical,
    isPartOf: { '@id': websiteId(service) },
    inLanguage: service.language,
    image: author?.avatar ? new URL(author.avatar.src, originOf(service)).href : head.image,
    dateCreated: author?.activeSince?.iso,
    dateModified: newest?.time.iso,
    mainEntity: {
      '@type': 'Person',
      '@id': personId(authorUrl),
      name: author?.name ?? name,
      url: authorUrl,
      ...(author && personFacts(author, service)),
    },
    hasPart:
      own.length > 0
        ? own.map(({ link, title, published }) => ({
            '@type': 'Article' as const,
            headline: title,
            url: new URL(link.href, originOf(service)).href,
            author: { '@id': personId(authorUrl) },
            datePublished: published?.time.iso,
          }))
        : undefined,
  }
}

function personFacts({ description, avatar, social, textCount }: AuthorProfile, service: Service) {
  const writing: WriteAction = { '@type': 'WriteAction' }
  return {
    description: description || undefined,
    image: avatar && new URL(avatar.src, originOf(service)).href,
    sameAs: social.length > 0 ? social.map(({ href }) => href) : undefined,
    agentInteractionStatistic:
      textCount === undefined
        ? undefined
        : {
            '@type': 'InteractionCounter' as const,
            interactionType: writing,
            userInteractionCount: textCount,
          },
  }
}

function itemList(own: readonly Card[], service: Service): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: own.length,
    itemListElement: own.map(({ link, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: new URL(link.href, originOf(service)).href,
      name: title,
    })),
  }
}

/** Homes repeat articles, and promotions lead elsewhere. */
function ownArticles(cards: readonly Card[]): Card[] {
  const seen = new Set<string>()
  return cards.filter(({ isPromo, link }) => {
    const isNew = !isPromo && !seen.has(link.href)
    seen.add(link.href)
    return isNew
  })
}

const seriesId = (url: string): string => `${url}#series`

/** Parts are in order (SERIES-8). */
export function creativeWorkSeries(
  { heading }: Archive,
  cards: readonly Card[],
  head: HeadModel,
  service: Service,
): CreativeWorkSeries {
  return {
    '@type': 'CreativeWorkSeries',
    '@id': seriesId(head.canonical),
    name: heading,
    url: head.canonical,
    inLanguage: service.language,
    publisher: { '@id': organizationId(service) },
    description: head.description || undefined,
    hasPart: cards
      .filter(({ isPromo }) => !isPromo)
      .map(({ title, link, published }, index) => {
        const url = new URL(link.href, originOf(service)).href
        return {
          '@type': 'Article' as const,
          '@id': articleId(url),
          position: index + 1,
          headline: title,
          url,
          datePublished: published?.time.iso,
        }
      }),
  }
}

export function seriesOf({ title, href }: SeriesPlace, service: Service): CreativeWorkSeries {
  const url = new URL(href, originOf(service)).href
  return { '@type': 'CreativeWorkSeries', '@id': seriesId(url), name: title, url }
}
