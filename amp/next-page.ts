import type { Card } from '../src/content/card.ts'
import { jsonScript, tag, text } from '../src/content/html/markup.ts'
import { ampPath } from '../src/content/links.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { isSecure } from './secure.ts'

export interface NextPages {
  cards: readonly Card[]
  src?: string
}

/**
 * Hides parts of further articles' shell (AMP-9).
 * @param leadsOn other documents may not have the attribute
 */
export function once(leadsOn: boolean): Record<string, boolean> {
  return { 'next-page-hide': leadsOn }
}

export function nextPageEntry(card: Card, absolute: (url: string) => string): object {
  return {
    title: card.title,
    url: absolute(ampPath(card.link.href)),
    image: absolute(card.thumbnail?.src ?? '/favicon.svg'),
  }
}

/** AMP takes a list by https alone (AMP-4). */
export function leadsOn({ cards, src }: NextPages): boolean {
  return src !== undefined && (isSecure(src) || cards.length > 0)
}

export function nextPage(
  next: NextPages,
  { messages }: Service,
  absolute: (url: string) => string,
): SafeHtml | undefined {
  const { cards, src } = next
  if (!leadsOn(next)) return undefined
  const pages = cards.map((card) => nextPageEntry(card, absolute))
  const template = '{{#pages}}<a class="next-page" href="{{url}}">{{title}}</a>{{/pages}}' as SafeHtml
  return tag(
    'amp-next-page',
    { src: src !== undefined && isSecure(src) ? src : undefined },
    pages.length > 0 ? jsonScript('application/json', pages) : undefined,
    tag('div', { separator: true, class: 'next-page-seam' }, text(messages.article.nextArticle)),
    tag(
      'div',
      { 'recommendation-box': true, role: 'navigation', 'aria-label': messages.article.related },
      tag('template', { type: 'amp-mustache' }, template),
    ),
  )
}
