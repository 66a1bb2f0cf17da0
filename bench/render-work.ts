/** The work that `render.mjs` measures, as the server does it. */

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { renderAmpBody } from '../amp/body.ts'
import { renderAmpDocument } from '../amp/document.ts'
import type { AmpStyles } from '../amp/extensions.ts'
import { type Article, cardOf } from '../src/content/article.ts'
import type { Card } from '../src/content/card.ts'
import { decodeArticle } from '../src/content/decode.ts'
import { imageRules } from '../src/content/image-rules.ts'
import { relatedCards } from '../src/content/related.ts'
import { isMissing } from '../src/content/repository.ts'
import { articleHead } from '../src/seo/article-head.ts'
import { articleGraph } from '../src/seo/structured-data/graph.ts'
import { existingService } from '../src/services/registry.ts'
import { readSite } from '../src/site/read-site.ts'
import { atOnce } from '../src/system/steps.ts'
import { Blocks } from '../views/blocks/blocks.tsx'
import { ServiceProvider } from '../views/context.ts'

const { services } = await readSite('sites/szpalta')
const service = existingService(services, 'akademia')
const images = imageRules({ services, cdn: '/media', template: '{url}?w={width}&q={quality}' })
const rules = { service, services, images, cmsHosts: new Set<string>() }
const report = (): void => {}

/** Wire JSON to domain: decoding, image parsing, sanitising. */
export function normalise(json: unknown): Article {
  const article = atOnce(decodeArticle(json, { rules, report, call: 'bench' }))
  if (isMissing(article)) throw new Error('the benchmark has no article')
  return article
}

/** What is nearest to an article among cards, as after a change of both: nothing is memoized (RELATED-1). */
export function related(article: Article, cards: readonly Card[]): Card[] {
  return relatedCards(
    { ...article },
    cards.map((card) => ({ ...card })),
    3,
  )
}

/** The same when only the article is new: the candidates' terms are known. */
export function relatedAgain(article: Article, cards: readonly Card[]): Card[] {
  return relatedCards({ ...article }, cards, 3)
}

/** Cards of articles with words of that one, and of others. */
export function cardsLike(article: Article, count: number): Card[] {
  const card = cardOf(article)
  const words =
    'blok skrót wpis zmiana cyfra łańcuch portfel klucz giełda opłata rynek umowa sieć dane stopa bank'.split(' ')
  const word = (index: number): string => words[index % words.length] ?? ''
  return Array.from({ length: count }, (_, index) => ({
    ...card,
    id: `${index}`,
    link: { href: `/2026/03/tekst-${index}` },
    title: `${word(index)} i ${word(index * 7 + 3)} numer ${index}: ${word(index * 3 + 1)} w liczbach`,
    lead: `Tekst o tym, jak ${word(index * 5)} zależy od tego, co robi ${word(index * 11 + 2)} i ${word(index + 9)}.`,
    tags: [{ name: word(index * 2) }, { name: word(index * 13) }],
  }))
}

/** The canonical body, rendered again. */
export function canonicalBody(article: Article): string {
  const body = createElement(Blocks, { blocks: article.body })
  return renderToStaticMarkup(createElement(ServiceProvider, { service }, body))
}

/** The AMP body. */
export function ampBody(article: Article): string {
  return renderAmpBody(article.body, {
    service,
    absolute: (url) => url,
    asking: { consent: 'preset' },
    heroIsTaken: false,
    call: 'bench',
    report,
  }).pieces.join('')
}

/** The whole AMP document, head and styles included. */
export function ampDocument(article: Article, styles: AmpStyles): string {
  const head = articleHead(article, service)
  return renderAmpDocument({
    article,
    service,
    head,
    jsonLd: articleGraph(article, service),
    next: { cards: [] },
    styles,
    integrations: { consent: 'preset' },
    report,
  }).toString()
}

/** The same text by plain template strings: the least that rendering can cost. */
export function templateStrings(article: Article): string {
  return article.body
    .map((block) => {
      switch (block.type) {
        case 'paragraph':
          return `<p>${block.html}</p>`
        case 'heading':
          return `<h${block.level} id="${block.id}">${block.html}</h${block.level}>`
        case 'list':
          return `<ul>${block.items.map((item) => `<li>${item.html}</li>`).join('')}</ul>`
        case 'table':
          return `<table>${block.body.map((row) => `<tr>${row.map((cell) => `<td>${cell.html}</td>`).join('')}</tr>`).join('')}</table>`
        case 'image':
          return `<figure><img src="${block.image.src}" alt="${block.image.alt}"></figure>`
        case 'quote':
          return `<blockquote>${block.blocks.map((inner) => ('html' in inner ? `<p>${inner.html}</p>` : '')).join('')}</blockquote>`
        default:
          return ''
      }
    })
    .join('')
}
