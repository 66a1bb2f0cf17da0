import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { renderAmpDocument } from '../../amp/document.ts'
import { boilerplate } from '../../amp/head.ts'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import { NO_TABLE } from '../../src/content/ad-table.ts'
import type { Article } from '../../src/content/article.ts'
import type { Block } from '../../src/content/block.ts'
import { FRAME_ORIGINS } from '../../src/content/embeds.ts'
import { pageAds } from '../../src/content/page-ads.ts'
import { AMP_POLICY, pagePolicy } from '../../src/http/middleware/page-security-headers.ts'
import type { Integrations } from '../../src/integrations/settings.ts'
import type { Build } from '../../src/portal/build.ts'
import { articleHead } from '../../src/seo/article-head.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import { feedContent } from '../../src/syndication/feeds/content.ts'
import { atOnce } from '../../src/system/steps.ts'
import { bodyBytes } from '../../views/article/article-body.tsx'
import { BlockStyles } from '../../views/components/feature-styles.tsx'
import { PortalProvider } from '../../views/context.ts'
import { FrameHead, headBytes } from '../../views/document/document-head.tsx'
import { moduleLoader } from '../../views/document/inline-scripts.ts'
import { HomeBlocks } from '../../views/home/home-blocks.tsx'
import type { Shown } from './entries.ts'
import { AD_UNIT } from './fixtures/home-blocks.ts'
import { service } from './fixtures/service.ts'

export const OUTPUTS = ['page', 'amp', 'feed'] as const
export type Output = (typeof OUTPUTS)[number]
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface Frame {
  html: string
  /** Content security policy: the one that the output has in production. */
  policy: string
}

interface FrameSettings {
  shown: Shown
  output: Output
  theme: Theme
  /** Where the portal is, for outputs with absolute URLs. */
  origin: string
  build: Build
}

const NAME = 'catalogue'
/** What stands around the text of an AMP document. */
const SHELL = 'amp-sidebar,.top-bar,.article-header,body>footer'
/** An advertising network, so that a slot has its place; no page of the catalogue starts its script. */
const integrations: Integrations = { consent: 'preset', adNetwork: '1' }
const adSlot: AdSlot = {
  key: '4',
  adUnit: AD_UNIT,
  isSticky: false,
  isTransparent: false,
  sizes: { desktop: [[970, 250]], tablet: [[728, 90]], mobile: [[300, 250]] },
  heights: {},
}
/** A feed reader decides how an article looks: this is what a browser does with bare HTML. */
const FEED_POLICY = "default-src 'none'; img-src *; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** One block in one output, as a document of its own; undefined where the output has no such block. */
export function frameOf({ shown, output, theme, origin, build }: FrameSettings): Frame | undefined {
  if (output === 'page') {
    const policy = pagePolicy({
      assets: build.assets,
      ownStyles: [],
      integrations: { consent: 'preset' },
      frameOrigins: FRAME_ORIGINS,
    })
    return { html: pageFrame(shown, theme, build), policy }
  }
  if (shown.place === 'home') return undefined
  if (output === 'amp') return { html: ampFrame(shown.block, theme, origin, build), policy: AMP_POLICY }
  return { html: feedFrame(shown.block, theme, origin), policy: FEED_POLICY }
}

function pageFrame(shown: Shown, theme: Theme, { assets }: Build): string {
  const portal = {
    service,
    services: { [service.name]: service },
    assets,
    integrations,
    hasAnimations: true,
    isOwnHost: () => false,
    reader: () => {
      throw new Error('the catalogue has no content')
    },
    report,
  }
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  // The theme is given, so there is no script that looks for it.
  const head = headBytes(<FrameHead service={{ ...service, theme: 'light' }} styles={assets} more={{ title: NAME }} />)
  const page = (
    <html lang="pl" data-theme={theme} style={accents}>
      <head dangerouslySetInnerHTML={{ __html: head.toString() }} />
      <body className={service.name}>
        <main>
          <PortalProvider value={portal}>{contentOf(shown)}</PortalProvider>
        </main>
        <script dangerouslySetInnerHTML={{ __html: moduleLoader(assets.boot) }} />
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

function contentOf(shown: Shown): ReactNode {
  if (shown.place === 'home') {
    return (
      <div className="page home">
        <HomeBlocks service={service} blocks={[shown.block]} adSlots={[adSlot]} />
      </div>
    )
  }
  const body = bodyBytes([shown.block], NAME, { service, report }, '').toString()
  return (
    <div className="page article-page">
      <article className="article">
        <BlockStyles blocks={[shown.block]} />
        <div className="article-body" dangerouslySetInnerHTML={{ __html: body }} />
      </article>
    </div>
  )
}

/** The AMP document without its shell. It is shown at once, with AMP's runtime or, away from a network, without it. */
function ampFrame(block: Block, theme: Theme, origin: string, { ampStyles }: Build): string {
  const article = articleOf(block)
  // Its URLs are absolute: here they lead back to this portal.
  const own = { ...service, serviceUrl: origin }
  const html = renderAmpDocument({
    article,
    service: own,
    head: articleHead(article, own),
    jsonLd: articleGraph(article, own),
    next: { cards: [] },
    styles: ampStyles,
    integrations: { consent: 'preset' },
    report,
  })
  return html
    .toString()
    .replace(boilerplate, '')
    .replace('<html ⚡', `<html ⚡ data-theme="${theme}"`)
    .replace('</style>', `${SHELL}{display:none!important}</style>`)
}

function feedFrame(block: Block, theme: Theme, origin: string): string {
  const article = articleOf(block)
  const content = atOnce(feedContent(article, new URL(article.path, origin).href, service, report))
  const style = `:root{color-scheme:${theme}}img{max-width:100%;height:auto}`
  return `<!doctype html><html lang="pl"><meta charset="utf-8"><title>${NAME}</title><style>${style}</style>${content}`
}

function articleOf(block: Block): Article {
  return {
    id: '1',
    path: `/2026/03/${NAME}.html`,
    title: NAME,
    lead: '',
    body: [block],
    authors: [],
    trail: [],
    tags: [],
    seo: {},
    isNoindex: true,
    isProductPlacement: false,
    isRestricted: false,
    showsComments: false,
    wordCount: 1,
    readingMinutes: 1,
    seriesSlugs: [],
    nextPaths: [],
    ...pageAds({ of: 'article', own: NO_TABLE, configured: NO_TABLE }),
  }
}

/** A block that throws is left out everywhere: here its error is the page. */
function report({ field, kind }: { field: string; kind: string }): never {
  throw new Error(`${field}: ${kind}`)
}
