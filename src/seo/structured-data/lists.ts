import type { CollectionPage, ItemList, ProfilePage } from 'schema-dts'
import type { Archive } from '../../content/archive.ts'
import type { AuthorProfile } from '../../content/author.ts'
import type { Card } from '../../content/card.ts'
import type { Service } from '../../services/service.ts'
import { type HeadModel, originOf } from '../head.ts'
import { websiteId } from './site.ts'

/** A page that lists articles: a home, a category, a tag. */
export function collectionPage(cards: readonly Card[], head: HeadModel, service: Service): CollectionPage {
  return {
    '@type': 'CollectionPage',
    '@id': head.canonical,
    url: head.canonical,
    name: head.title,
    isPartOf: { '@id': websiteId(service) },
    inLanguage: 'pl',
    ...(head.description && { description: head.description }),
    mainEntity: itemList(cards, service),
  }
}

/** An author's page (Google's documentation, "Profile page"). */
export function profilePage(
  { name, author }: Archive,
  cards: readonly Card[],
  head: HeadModel,
  service: Service,
): ProfilePage {
  const personId = `${head.canonical}#person`
  return {
    '@type': 'ProfilePage',
    '@id': head.canonical,
    url: head.canonical,
    isPartOf: { '@id': websiteId(service) },
    inLanguage: 'pl',
    mainEntity: {
      '@type': 'Person',
      '@id': personId,
      name: author?.name ?? name,
      url: head.canonical,
      ...(author && personFacts(author, service)),
    },
    hasPart: ownArticles(cards).map(({ link, title, published }) => ({
      '@type': 'Article' as const,
      headline: title,
      url: new URL(link.href, originOf(service)).href,
      author: { '@id': personId },
      ...(published && { datePublished: published.time.iso }),
    })),
  }
}

function personFacts({ description, avatar, social }: AuthorProfile, service: Service) {
  return {
    ...(description && { description }),
    ...(avatar && { image: new URL(avatar, originOf(service)).href }),
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

function itemList(cards: readonly Card[], service: Service): ItemList {
  const own = ownArticles(cards)
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

/** A promoted link leads to another site. */
function ownArticles(cards: readonly Card[]): Card[] {
  return cards.filter(({ isPromo }) => !isPromo)
}
