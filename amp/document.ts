import type { AdSlot } from '../src/content/ad-slot.ts'
import type { Article } from '../src/content/article.ts'
import type { BreakingLine } from '../src/content/breaking.ts'
import { commentCountOf, type DiscussionPage } from '../src/content/comment.ts'
import { join, jsonLdForScript, spaced, tag, text } from '../src/content/html/markup.ts'
import { liveIn } from '../src/content/live.ts'
import type { LiveHistory } from '../src/content/live-history.ts'
import { adPlaces } from '../src/content/page-ads.ts'
import { waitsForConsent } from '../src/integrations/settings.ts'
import { countersIn } from '../src/integrations/third-parties.ts'
import type { Party } from '../src/integrations/third-party.ts'
import type { HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import type { Report } from '../src/system/report.ts'
import { ampImage } from './blocks/media.ts'
import { type AmpBody, renderAmpBody } from './body.ts'
import { type ConsentSubject, consentElement, hasPurposes, isThirdParty } from './consent.ts'
import { ampCounters, countersElements } from './counters.ts'
import type { AmpStyles, Extension, StyleName } from './extensions.ts'
import { boilerplate, headTags, stylesheet } from './head.ts'
import {
  type AmpIntegrations,
  adBox,
  ampSlots,
  isMeasured,
  measurement,
  measurementExtensions,
  stickyAd,
} from './integrations.ts'
import { liveList } from './live.ts'
import { leadsOn, type NextPages, nextPage } from './next-page.ts'
import { hasWorker, installWorker } from './secure.ts'
import { articleHeader, breakingLine, commentsLink, footer, seriesNav, sidebar, topBar } from './shell.ts'

export interface AmpArticle {
  article: Article
  service: Service
  head: HeadModel
  jsonLd: object
  /** Absent or `none`: unknown. */
  comments?: DiscussionPage | 'none'
  /** Of open documents. */
  history?: LiveHistory
  breaking?: BreakingLine
  next: NextPages
  styles: AmpStyles
  integrations: AmpIntegrations
  report: Report
  /** Absent: it is for readers (PREVIEW-1). */
  preview?: { bar?: SafeHtml; style: string; theme?: 'light' | 'dark' }
}

const BLOCKS_PER_AD = 6

interface Lasting {
  bytes: Buffer
}

const once = memoizeByIdentity<Article, Lasting>()
const documents = memoizeByIdentity<Lasting, Buffer>()

export function renderAmpDocument(page: AmpArticle): Buffer {
  const { next, head, service } = page
  const lasting = lastingPart(page)
  // AMP demands it as the last element.
  const end = `${nextPage(next, service, absoluteFrom(head)) ?? ''}</body></html>`
  // The cards' own content must not stay in memory.
  return documents(lasting, [end], () => {
    const document = Buffer.concat([lasting.bytes, Buffer.from(end)])
    // The bytes are in memory once.
    lasting.bytes = document.subarray(0, lasting.bytes.length)
    return document
  })
}

/** Memoized by revision (docs/decisions/003). */
function lastingPart(page: AmpArticle): Lasting {
  const { article, head, jsonLd, service, integrations, styles, preview, comments, breaking, history } = page
  const hasNext = leadsOn(page.next)
  return once(
    article,
    [head, jsonLd, service, integrations, styles, comments, hasNext, preview, breaking, history],
    () => ({ bytes: Buffer.from(renderLastingPart(page, hasNext)) }),
  )
}

function renderLastingPart(page: AmpArticle, hasNext: boolean): string {
  const { service, preview } = page
  const body = bodyOf(page)
  const needs = needsOf(page, body)
  const head = headElement(page, body, needs, hasNext)
  const theme = preview?.theme ?? (service.theme === 'light' ? 'light' : undefined)
  const fixed = theme === undefined ? '' : ` data-theme="${theme}"`
  const direction = service.direction === undefined ? '' : ` dir="${service.direction}"`
  return `<!doctype html><html ⚡ lang="${service.language}"${direction}${fixed}>${head}<body>${bodyElements(page, body, needs, hasNext)}`
}

function bodyOf({ article, service, head, integrations, report, history }: AmpArticle): AmpBody {
  const absolute = absoluteFrom(head)
  const live = liveIn(article.body)
  return renderAmpBody(live ? [...live.before, ...(live.pages[0] ?? []), ...live.after] : article.body, {
    service,
    absolute,
    asking: integrations,
    heroIsTaken: article.hero !== undefined,
    call: `amp ${article.path}`,
    report,
    liveList: live && ((updates) => liveList({ live, path: article.path, service, absolute, history }, updates)),
    revisedAt: (id) => (live && !live.isOver ? history?.known.get(id)?.revisedAt : undefined),
  })
}

interface Needs {
  inline: AdSlot[]
  sticky: AdSlot | undefined
  parties: Set<Extract<Party, ConsentSubject>>
  subjects: Set<ConsentSubject>
  asksConsent: boolean
  installsWorker: boolean
}

function needsOf({ article, service, integrations, preview }: AmpArticle, body: AmpBody): Needs {
  const slots = ampSlots(article.adSlots, integrations)
  const inline = placed(
    slots.filter((slot) => !slot.isSticky),
    body,
  )
  const sticky = slots.find((slot) => slot.isSticky)
  const parties: Needs['parties'] = new Set()
  if (inline.length > 0 || sticky) parties.add('advertising')
  if (isMeasured(integrations)) parties.add('measurement')
  const subjects = new Set<ConsentSubject>(parties)
  if (body.loadsThirdParty) subjects.add('embeds')
  const asksConsent = waitsForConsent(integrations.consent) && subjects.size > 0
  return { inline, sticky, parties, subjects, asksConsent, installsWorker: hasWorker(service) && preview === undefined }
}

function headElement(page: AmpArticle, body: AmpBody, needs: Needs, hasNext: boolean): SafeHtml {
  const { article, service, head, jsonLd, styles, integrations, preview, breaking } = page
  const { parties, sticky, asksConsent, installsWorker } = needs
  const live = liveIn(article.body)
  const extensions = new Set<Extension>([...body.extensions, 'amp-sidebar', ...measurementExtensions(integrations)])
  if (live && !live.isOver) extensions.add('amp-live-list')
  if (parties.has('advertising')) extensions.add('amp-ad')
  if (sticky) extensions.add('amp-sticky-ad')
  if (asksConsent) extensions.add('amp-consent')
  if (installsWorker) extensions.add('amp-install-serviceworker')
  if (hasNext) extensions.add('amp-next-page').add('amp-mustache')
  const free = new Set(isMeasured(integrations) ? body.unblocked : [...body.unblocked, 'amp-analytics'])
  const waiting =
    asksConsent && !hasPurposes(integrations)
      ? [...extensions].filter((name) => isThirdParty(name) && !free.has(name))
      : []
  const families = new Set<StyleName>(body.styles)
  if (service.direction !== undefined) families.add('right-to-left')
  if (article.series) families.add('series')
  if (breaking) families.add('breaking')
  return tag(
    'head',
    {},
    ...headTags(head, extensions, waiting),
    `<script type="application/ld+json">${jsonLdForScript(jsonLd)}</script>` as SafeHtml,
    `<style amp-custom>${stylesheet(families, styles, service)}${preview?.style ?? ''}</style>` as SafeHtml,
    boilerplate,
  )
}

function bodyElements(page: AmpArticle, body: AmpBody, needs: Needs, hasNext: boolean): SafeHtml {
  const { service, integrations, preview, breaking } = page
  const { parties, subjects, sticky, asksConsent, installsWorker } = needs
  const { consent } = integrations
  const embeds = waitsForConsent(consent) ? 'if-granted' : 'at-once'
  return join([
    preview?.bar,
    sidebar(service, hasNext),
    asksConsent ? consentElement(service, subjects, integrations) : undefined,
    measurement(integrations),
    countersElements(integrations.counters),
    breaking && breakingLine(breaking, service, hasNext),
    topBar(service, hasNext),
    tag('main', {}, articleElement(page, withAds(body, needs.inline, integrations))),
    footer(
      service,
      {
        parties,
        consent,
        embeds: body.loadsThirdParty ? embeds : 'none',
        counters: countersIn({ consent, counters: ampCounters(integrations.counters) }).map(({ name }) => name),
      },
      { asks: asksConsent, leadsOn: hasNext },
    ),
    sticky && stickyAd(sticky, integrations, hasNext),
    installsWorker ? installWorker(service) : undefined,
  ])
}

function articleElement({ article, service, head, comments = 'none' }: AmpArticle, body: SafeHtml[]): SafeHtml {
  const image = article.hero && ampImage(article.hero, { absolute: absoluteFrom(head), takeHero: () => true })
  return tag(
    'article',
    {},
    articleHeader(article, service, commentCountOf(article, comments)),
    image && tag('figure', { class: 'hero' }, image, heroCaption(article)),
    tag('div', { class: 'article-body', lang: article.language }, ...body),
    article.series && seriesNav(article.series, service.messages),
    comments === 'none' ? undefined : commentsLink(comments, head, service),
  )
}

function heroCaption({ heroCaption: caption }: Article): SafeHtml | undefined {
  if (!caption) return undefined
  const { html, credit } = caption
  return tag(
    'figcaption',
    {},
    spaced([html && tag('span', {}, html), credit ? tag('span', { class: 'credit' }, text(credit)) : undefined]),
  )
}

function absoluteFrom({ canonical }: HeadModel): (url: string) => string {
  return (url) => new URL(url, canonical).href
}

function withAds({ pieces, blocks }: AmpBody, slots: readonly AdSlot[], integrations: AmpIntegrations): SafeHtml[] {
  const places = adPlaces(blocks, slots.length)
  const boxesAt = (index: number): SafeHtml[] =>
    slots.flatMap((slot, n) => (places[n] === index ? [adBox(slot, integrations)] : []))
  return [...pieces.flatMap((piece, index) => [...boxesAt(index), piece]), ...boxesAt(pieces.length)]
}

/** Other slots neither load nor appear in the notice. */
function placed(slots: readonly AdSlot[], { pieces }: AmpBody): AdSlot[] {
  return slots.slice(0, Math.max(0, Math.floor((pieces.length - 1) / BLOCKS_PER_AD)))
}
