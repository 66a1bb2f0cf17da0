import type { CreativeWorkSeries } from 'schema-dts'
import type { Archive } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import type { SeriesPlace } from '../../content/series.ts'
import type { Service } from '../../services/service.ts'
import { type HeadModel, originOf } from '../head.ts'
import { articleId, organizationId } from './site.ts'

const seriesId = (url: string): string => `${url}#series`

/** The series' own page has its parts in order (SERIES-8). */
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
