import { type Article, articleTerms } from '../src/content/article.ts'
import type { BreakingLine } from '../src/content/breaking.ts'
import type { Headline, Term } from '../src/content/card.ts'
import { COMMENTS_ID, type DiscussionPage } from '../src/content/comment.ts'
import { latestCorrection } from '../src/content/corrections.ts'
import { join, spaced, tag, text } from '../src/content/html/markup.ts'
import type { SeriesPart, SeriesPlace } from '../src/content/series.ts'
import { type CookieFacts, cookieNotice } from '../src/integrations/cookie-notice.ts'
import { privacyPath } from '../src/languages/language.ts'
import type { Messages } from '../src/languages/messages.ts'
import { groupBeside } from '../src/seo/brand.ts'
import { type HeadModel, originOf } from '../src/seo/head.ts'
import type { MenuItem, Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import { changeConsent } from './consent.ts'
import { once } from './next-page.ts'

export function topBar(service: Service, leadsOn: boolean): SafeHtml {
  const group = groupBeside(service)
  return tag(
    'header',
    { class: 'top-bar', ...once(leadsOn) },
    tag(
      'a',
      { class: 'wordmark', href: '/' },
      ...(service.mark === undefined ? [] : [logo(service)]),
      ...(group === undefined ? [] : [tag('b', {}, text(group)), text(' ')]),
      tag('span', {}, text(service.title)),
    ),
    text(' '),
    tag('button', { on: 'tap:menu.toggle', class: 'menu-button' }, text(service.messages.menuOpen)),
  )
}

const BREAKING_ID = 'breaking-line'

/** The button hides it on this document (BREAK-7). */
export function breakingLine({ text: words, href }: BreakingLine, { messages }: Service, leadsOn: boolean): SafeHtml {
  return tag(
    'aside',
    { id: BREAKING_ID, class: 'breaking', 'aria-label': messages.breaking.name, ...once(leadsOn) },
    tag('p', {}, tag('strong', {}, text(messages.breaking.label)), text(' '), tag('a', { href }, text(words))),
    tag('button', { on: `tap:${BREAKING_ID}.hide`, 'aria-label': messages.breaking.hide }, text('×')),
  )
}

function logo(service: Service): SafeHtml {
  const src = `${originOf(service)}/icons/${service.name}.svg`
  return tag('amp-img', { class: 'logo', src, alt: '', width: 28, height: 28 })
}

/** The sidebar's script includes the menu's. */
export function sidebar(service: Service, leadsOn: boolean): SafeHtml {
  return sidebars(service, [leadsOn], () => renderSidebar(service, leadsOn))
}

const sidebars = memoizeByIdentity<Service, SafeHtml>()

function renderSidebar(service: Service, leadsOn: boolean): SafeHtml {
  return tag(
    'amp-sidebar',
    { id: 'menu', layout: 'nodisplay', side: service.direction === undefined ? 'right' : 'left', ...once(leadsOn) },
    tag('button', { on: 'tap:menu.close', class: 'menu-button' }, text(service.messages.menuClose)),
    tag(
      'nav',
      { class: 'menu', 'aria-label': service.messages.mainMenu },
      tag('amp-nested-menu', { layout: 'fill' }, tag('ul', {}, ...service.menu.map((item) => menuItem(item, service)))),
    ),
  )
}

function menuItem({ title, link, items }: MenuItem, service: Service): SafeHtml {
  const own = tag('a', { href: link }, text(title))
  if (!items) return tag('li', {}, own)
  return tag(
    'li',
    {},
    tag('h3', { 'amp-nested-submenu-open': true }, text(title)),
    tag(
      'div',
      { 'amp-nested-submenu': true },
      tag(
        'ul',
        {},
        tag('li', {}, tag('h3', { 'amp-nested-submenu-close': true }, text(service.messages.menuBack))),
        tag('li', {}, own),
        ...items.map((inner) => menuItem(inner, service)),
      ),
    ),
  )
}

/** The header of a page has title, lead and date of change alone (PAGE-27). */
function pageHeader(
  { title, lead, modified, published, headline, isProductPlacement }: Article,
  messages: Messages,
): SafeHtml {
  const changed = modified ?? published
  return tag(
    'header',
    { class: 'article-header' },
    isProductPlacement
      ? tag('p', { class: 'card-meta' }, tag('span', { class: 'marker' }, text(messages.article.sponsored)))
      : undefined,
    headline && headlineLine(headline),
    tag('h1', {}, text(title)),
    lead ? tag('p', { class: 'lead' }, text(lead)) : undefined,
    changed &&
      tag('p', { class: 'byline' }, text(`${messages.article.updated}: `), timeOf(changed.time.iso, changed.day)),
  )
}

function timeOf(iso: string, shown: string): SafeHtml {
  return tag('time', { datetime: iso }, text(shown))
}

export function articleHeader(article: Article, { messages }: Service, commentCount: number | undefined): SafeHtml {
  if (article.isPage) return pageHeader(article, messages)
  const { headline, published, modified } = article
  const { trail, terms } = articleTerms(article)
  return tag(
    'header',
    { class: 'article-header' },
    trail.length > 0
      ? tag(
          'nav',
          { class: 'trail', 'aria-label': messages.article.trail },
          tag('ol', {}, ...trail.flatMap((term) => [tag('li', {}, termLink(term)), text(' ')])),
        )
      : undefined,
    article.isProductPlacement || terms.length > 0
      ? tag(
          'p',
          { class: 'card-meta' },
          spaced([
            article.isProductPlacement ? tag('span', { class: 'marker' }, text(messages.article.sponsored)) : undefined,
            ...terms.map(termLink),
          ]),
        )
      : undefined,
    article.series && seriesLine(article.series, messages),
    headline && headlineLine(headline),
    tag('h1', {}, text(article.title)),
    correctionLink(article, messages),
    article.lead ? tag('p', { class: 'lead' }, text(article.lead)) : undefined,
    tag(
      'p',
      { class: 'byline' },
      spaced([
        ...article.authors.map(({ name, href }) =>
          tag('span', { class: 'author' }, href ? tag('a', { href }, text(name)) : text(name)),
        ),
        published && timeOf(published.time.iso, `${published.day}, ${published.clock}`),
        modified && tag('span', {}, text(`${messages.article.updated}: `), timeOf(modified.time.iso, modified.day)),
        tag('span', {}, text(messages.article.readingTime({ minutes: article.readingMinutes }))),
        commentCount === undefined
          ? undefined
          : tag('span', {}, text(messages.article.commentCount({ count: commentCount }))),
      ]),
    ),
  )
}

function headlineLine({ text: words, note, color }: Headline): SafeHtml {
  return tag(
    'p',
    { class: 'headline', style: color && `border-color:${color}` },
    tag('strong', {}, text(words)),
    note === undefined ? undefined : text(` ${note}`),
  )
}

function correctionLink({ body }: Article, messages: Messages): SafeHtml | undefined {
  const correction = latestCorrection(body)
  if (!correction) return undefined
  const { id, published } = correction
  return tag(
    'p',
    { class: 'revision' },
    tag(
      'a',
      { href: `#${encodeURIComponent(id)}` },
      text(messages.article.correction),
      published && join([text(', '), tag('time', { datetime: published.time.iso }, text(published.day))]),
    ),
  )
}

export function commentsLink({ total }: DiscussionPage, { canonical }: HeadModel, { messages }: Service): SafeHtml {
  const count = total === 0 ? '' : ` (${total})`
  return tag('p', {}, tag('a', { href: `${canonical}#${COMMENTS_ID}` }, text(`${messages.comments.onSite}${count}`)))
}

function termLink({ name, href }: Term): SafeHtml {
  return href ? tag('a', { href }, text(name)) : tag('span', {}, text(name))
}

/**
 * @param facts third parties of this document
 * @param asks something waits for consent
 */
export function footer(
  service: Service,
  facts: CookieFacts,
  { asks, leadsOn }: { asks: boolean; leadsOn: boolean },
): SafeHtml {
  const { pages, hasAffiliateLinks } = service.group
  const privacy = { title: service.messages.privacy.title, link: privacyPath(service) }
  const all = pages.some(({ link }) => link === privacy.link) ? pages : [...pages, privacy]
  return tag(
    'footer',
    once(leadsOn),
    tag('p', {}, text(`${cookieNotice(facts, service)} `), asks ? changeConsent(service) : undefined),
    hasAffiliateLinks ? tag('p', {}, text(service.messages.footer.affiliate)) : undefined,
    tag('p', {}, ...all.flatMap((page) => [tag('a', { href: page.link }, text(page.title)), text(' ')])),
  )
}

export function seriesLine({ title, href, position, parts }: SeriesPlace, { series }: Messages): SafeHtml {
  return tag(
    'p',
    { class: 'series-line' },
    tag('a', { href }, text(title)),
    text(' '),
    tag('span', {}, text(series.place({ part: position, count: parts.length }))),
  )
}

export function seriesNav(place: SeriesPlace, messages: Messages): SafeHtml {
  const { title, position, parts } = place
  const [previous, next] = [parts[position - 2], parts[position]]
  const items = parts.map(({ title: name, href }, index) =>
    index + 1 === position
      ? tag('li', { 'aria-current': 'page' }, tag('b', {}, text(name)))
      : tag('li', {}, tag('a', { href }, text(name))),
  )
  return tag(
    'nav',
    { class: 'series-nav', 'aria-label': `${messages.list.series}: ${title}` },
    seriesLine(place, messages),
    previous && step(previous, messages.series.previous, 'prev'),
    next && step(next, messages.series.next, 'next'),
    tag('details', {}, tag('summary', {}, text(messages.series.all)), tag('ol', {}, ...items)),
  )
}

function step({ title, href }: SeriesPart, label: string, rel: 'prev' | 'next'): SafeHtml {
  return tag('p', {}, tag('span', {}, text(label)), text(' '), tag('a', { href, rel }, text(title)))
}
