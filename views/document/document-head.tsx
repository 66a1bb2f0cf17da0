import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Helmet, type HelmetProps, HelmetProvider } from 'react-helmet-async'
import { jsonLdForScript, openTag } from '../../src/content/html/markup.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { usesFurtherFonts } from '../../src/services/fonts.ts'
import { ownPageStyle } from '../../src/services/own-style.ts'
import { paperOf } from '../../src/services/paper.ts'
import type { Service } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { NARROW_IMAGE } from '../components/card-places.ts'
import { SMALL_MEDIA } from '../components/images.tsx'
import type { LeadImage } from '../components/lead-image.ts'
import type { PageStyles } from '../context.ts'
import { brokenImagesScript, FONTS_WAIT, fontsScript } from './inline-scripts.ts'
import { themeScript } from './theme.ts'

export type FrameTags = Pick<HelmetProps, 'title' | 'meta' | 'link' | 'script'>

interface FrameProps {
  service: Service
  styles: PageStyles
  more: FrameTags
  /** Absent: fonts need no script. */
  fonts?: readonly string[]
  titleFonts?: readonly string[]
  ownStyle?: string
  hasFixedTheme?: boolean
  /** Absent: no advertisements. */
  noAdsScript?: string
}

/**
 * The encoding must be in the first kilobyte. A helmet puts scripts after style sheets, so those that must not wait
 * have another (docs/decisions/028).
 */
export function FrameHead(props: FrameProps) {
  const {
    service,
    styles,
    more,
    fonts = [],
    titleFonts = [],
    ownStyle = '',
    hasFixedTheme = false,
    noAdsScript,
  } = props
  const { meta, link } = installTags(service)
  const own = [ownPageStyle(service), ownStyle].filter((style) => style !== '')
  return (
    <HelmetProvider>
      <Helmet
        meta={[{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }]}
        link={[
          ...titleFonts.map((href) => ({ rel: 'preload', href, as: 'font', crossOrigin: '' as const })),
          ...fonts.map((href) => ({ rel: 'preload', href, as: 'font', crossOrigin: '' as const, media: FONTS_WAIT })),
        ]}
        script={[
          { innerHTML: brokenImagesScript },
          ...(fonts.length > 0 ? [{ innerHTML: fontsScript }] : []),
          ...(service.theme === 'switchable' && !hasFixedTheme ? [{ innerHTML: themeScript }] : []),
          ...(noAdsScript === undefined ? [] : [{ innerHTML: noAdsScript }]),
        ]}
      />
      <Helmet
        {...more}
        meta={[...(more.meta ?? []), ...meta]}
        link={[
          ...sheetsOf(service, styles).map((href) => ({ rel: 'stylesheet', href })),
          ...link,
          ...(more.link ?? []),
        ]}
        style={own.map((cssText) => ({ cssText }))}
      />
    </HelmetProvider>
  )
}

function sheetsOf(service: Service, { styles, featureStyles }: PageStyles): string[] {
  return [
    styles,
    ...(usesFurtherFonts(service) ? [featureStyles['further-fonts']] : []),
    ...(service.direction === undefined ? [] : [featureStyles['right-to-left']]),
  ]
}

export function headBytes(head: ReactNode): Buffer {
  return Buffer.from(renderToStaticMarkup(head))
}

function installTags(service: Service) {
  return {
    link: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: `/icons/${service.name}-180.png` },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
    meta:
      service.theme === 'light'
        ? [{ name: 'theme-color', content: paperOf(service).light }]
        : [
            { name: 'theme-color', content: paperOf(service).light, media: '(prefers-color-scheme: light)' },
            { name: 'theme-color', content: paperOf(service).dark, media: '(prefers-color-scheme: dark)' },
          ],
  }
}

/** Seconds, without JavaScript. */
const REDIRECT_SECONDS = 4

export interface OwnHead {
  head: HeadModel
  jsonLd?: object
  lead?: LeadImage
  redirectTo?: string
}

const once = memoizeByIdentity<HeadModel, Buffer>()

export function pageHead(own: OwnHead): Buffer {
  const { head, jsonLd, lead, redirectTo } = own
  const parts = [jsonLd, lead?.image.src, lead?.image.srcSet, lead?.image.smallSet, lead?.sizes, redirectTo]
  return once(head, parts, () => headBytes(<PageHead {...own} />))
}

function PageHead({ head, jsonLd, lead, redirectTo }: OwnHead) {
  return (
    <HelmetProvider>
      <Helmet
        title={head.title}
        meta={[...head.metas]}
        link={[...(lead ? preloadsOf(lead) : []), ...head.links, ...head.pageLinks]}
        script={jsonLd ? [{ type: 'application/ld+json', innerHTML: jsonLdForScript(jsonLd) }] : []}
        noscript={redirectTo ? [{ innerHTML: refresh(redirectTo) }] : []}
      />
    </HelmetProvider>
  )
}

function preloadsOf({ image: { src, srcSet, smallSet }, sizes }: LeadImage) {
  const image = { rel: 'preload', as: 'image', fetchPriority: 'high' as const }
  const what = srcSet ? { imageSrcSet: srcSet, imageSizes: sizes } : { href: src }
  if (!smallSet) return [{ ...image, ...what }]
  return [
    { ...image, imageSrcSet: smallSet, imageSizes: NARROW_IMAGE, media: SMALL_MEDIA },
    { ...image, ...what, media: `not all and ${SMALL_MEDIA}` },
  ]
}

function refresh(url: string): string {
  return openTag('meta', { 'http-equiv': 'refresh', content: `${REDIRECT_SECONDS}; url=${url}` })
}
