import type { AdSlot } from '../src/content/ad-slot.ts'
import type { Article } from '../src/content/article.ts'
import { commentCountOf, type DiscussionPage } from '../src/content/comment.ts'
import type { SafeHtml } from '../src/content/html/escape.ts'
import { join, jsonScript, tag } from '../src/content/html/markup.ts'
import type { Report } from '../src/content/report.ts'
import { asksForConsent, type Party } from '../src/integrations/cookie-notice.ts'
import { memoizeByIdentity } from '../src/memoize/by-identity.ts'
import type { HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import { ampImage } from './blocks/images.ts'
import { type AmpBody, renderAmpBody } from './body.ts'
import { boilerplate } from './boilerplate.ts'
import { type AmpStyles, EMBEDS, type Extension } from './extensions.ts'
import { headTags, stylesheet } from './head.ts'
import { type AmpIntegrations, adBox, ampSlots, analytics, consentPrompt, stickyAd } from './integrations.ts'
import { articleHeader, commentsLink, footer, type NextArticle, nextPage, sidebar, topBar } from './shell.ts'

export interface AmpArticle {
  article: Article
  service: Service
  /** Head model of the canonical page. */
  head: HeadModel
  /** JSON-LD of the canonical page. */
  jsonLd: object
  /** Absent or `none`: there are no comments, or they are not known. */
  comments?: DiscussionPage | 'none'
  next: NextArticle[]
  styles: AmpStyles
  integrations: AmpIntegrations
  report: Report
  /** Absent: the document is for readers (PREVIEW-1). */
  preview?: { bar?: SafeHtml; style: string; theme?: 'light' | 'dark' }
}

/** Top-level blocks between two advertisements. */
const BLOCKS_PER_AD = 6

/** The whole document except its further articles. */
const once = memoizeByIdentity<Article, Buffer>()

/** One article as an AMP document, from the same blocks as the canonical page. */
export function renderAmpDocument(page: AmpArticle): Buffer {
  const { next, head } = page
  // AMP requires it to be the last element.
  const end = `${nextPage(next, absoluteFrom(head)) ?? ''}</body></html>`
  return Buffer.concat([lastingPart(page), Buffer.from(end)])
}

/** Rendered once per revision (docs/decisions/003). */
function lastingPart(page: AmpArticle): Buffer {
  const { article, head, jsonLd, service, integrations, styles, preview, comments } = page
  const leadsOn = page.next.length > 0
  return once(article, [head, jsonLd, service, integrations, styles, comments, leadsOn, preview], () =>
    Buffer.from(renderLastingPart(page, leadsOn)),
  )
}

function renderLastingPart(page: AmpArticle, leadsOn: boolean): string {
  const { article, service, head, jsonLd, styles, integrations, comments = 'none', report, preview } = page
  const absolute = absoluteFrom(head)
  const heroIsTaken = article.hero !== undefined
  const body = renderAmpBody(article.body, { service, absolute, heroIsTaken, call: `amp ${article.path}`, report })
  const slots = ampSlots(article.adSlots, integrations)
  const inline = placed(
    slots.filter((slot) => !slot.isSticky),
    body,
  )
  const sticky = slots.find((slot) => slot.isSticky)
  const hasAds = inline.length > 0 || sticky !== undefined
  const { analyticsId, consent } = integrations
  const parties = new Set<Party>()
  if (hasAds) parties.add('advertising')
  if (analyticsId) parties.add('measurement')
  const hasEmbeds = [...body.extensions].some((extension) => EMBEDS.has(extension))
  const asksConsent = asksForConsent({ parties, consent })
  const extensions: Extension[] = ['amp-sidebar']
  if (hasAds) extensions.push('amp-ad')
  if (sticky) extensions.push('amp-sticky-ad')
  if (analyticsId) extensions.push('amp-analytics')
  if (asksConsent) extensions.push('amp-consent')
  if (leadsOn) extensions.push('amp-next-page')

  const headElement = tag(
    'head',
    {},
    ...headTags(head, new Set([...body.extensions, ...extensions])),
    jsonScript('application/ld+json', jsonLd),
    `<style amp-custom>${stylesheet(body.styles, styles, service)}${preview?.style ?? ''}</style>` as SafeHtml,
    boilerplate,
  )
  const parts = join([
    preview?.bar,
    sidebar(service),
    asksConsent ? consentPrompt(service) : undefined,
    analyticsId ? analytics(analyticsId, consent) : undefined,
    topBar(service),
    tag(
      'main',
      {},
      tag(
        'article',
        {},
        articleHeader(article, service, commentCountOf(article, comments)),
        article.hero && tag('figure', { class: 'hero' }, ampImage(article.hero, { absolute, takeHero: () => true })),
        tag('div', { class: 'article-body', lang: article.language }, ...withAds(body, inline, integrations)),
        comments === 'none' ? undefined : commentsLink(comments, head, service),
      ),
    ),
    footer(service, { parties, consent, embeds: hasEmbeds ? 'at-once' : 'none' }),
    sticky && stickyAd(sticky, integrations),
  ])
  const theme = preview?.theme ?? (service.theme === 'light' ? 'light' : undefined)
  const fixed = theme === undefined ? '' : ` data-theme="${theme}"`
  return `<!doctype html><html ⚡ lang="${service.language}"${fixed}>${headElement}<body>${parts}`
}

function absoluteFrom({ canonical }: HeadModel): (url: string) => string {
  return (url) => new URL(url, canonical).href
}

/** Inserts advertisements between the blocks, a few paragraphs apart and never at the end. */
function withAds({ pieces }: AmpBody, slots: readonly AdSlot[], integrations: AmpIntegrations): SafeHtml[] {
  return pieces.flatMap((piece, index) => {
    const slot = (index + 1) % BLOCKS_PER_AD === 0 ? slots[(index + 1) / BLOCKS_PER_AD - 1] : undefined
    return slot ? [piece, adBox(slot, integrations)] : [piece]
  })
}

/** The slots that fit into the body: only these load and appear in the notice. */
function placed(slots: readonly AdSlot[], { pieces }: AmpBody): AdSlot[] {
  return slots.slice(0, Math.max(0, Math.floor((pieces.length - 1) / BLOCKS_PER_AD)))
}
