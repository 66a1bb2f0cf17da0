import type { Article } from '../content/article.ts'
import type { Service } from '../services/service.ts'
import { type HeadModel, siteNameOf } from './head.ts'

/** JSON-LD of an article, for the canonical page and AMP alike (decision 57). */
export function articleJsonLd(article: Article, head: HeadModel, service: Service): object {
  if (article.schema) return article.schema
  const absolute = (path: string): string => new URL(path, head.canonical).href
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    mainEntityOfPage: { '@type': 'WebPage', '@id': head.canonical },
    publisher: { '@type': 'Organization', name: siteNameOf(service), url: absolute('/') },
    inLanguage: 'pl',
    ...(article.lead && { description: article.lead }),
    ...(head.image && { image: [head.image.url] }),
    ...(article.published && { datePublished: article.published.time.iso }),
    dateModified: (article.modified ?? article.published)?.time.iso,
    author: article.authors.map(({ name, href }) => ({
      '@type': 'Person',
      name,
      ...(href && { url: absolute(href) }),
    })),
    ...(article.category && { articleSection: article.category.name }),
  }
}
