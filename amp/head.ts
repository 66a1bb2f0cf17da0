import { openTag, tag, text } from '../src/content/html/markup.ts'
import { type HeadModel, originOf } from '../src/seo/head.ts'
import { firstViewFonts, italicFonts } from '../src/services/fonts.ts'
import { ownAmpStyle } from '../src/services/own-style.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { type AmpStyles, EXTENSION_VERSIONS, type Extension, STYLE_NAMES, type StyleName } from './extensions.ts'

/** @param waiting extensions that wait as a whole; AMP would overrule purposes by it (CONS-11) */
export function headTags(
  head: HeadModel,
  extensions: ReadonlySet<Extension>,
  waiting: readonly Extension[],
): SafeHtml[] {
  return [
    openTag('meta', { charset: 'utf-8' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width' }),
    tag('script', { async: true, src: 'https://cdn.ampproject.org/v0.js' }),
    ...[...extensions].sort().map((name) =>
      tag('script', {
        async: true,
        [name === 'amp-mustache' ? 'custom-template' : 'custom-element']: name,
        src: `https://cdn.ampproject.org/v0/${name}-${EXTENSION_VERSIONS[name]}.js`,
      }),
    ),
    waiting.length > 0
      ? openTag('meta', { name: 'amp-consent-blocking', content: waiting.join(',') })
      : ('' as SafeHtml),
    tag('title', {}, text(head.title)),
    ...head.links.map((link) => openTag('link', { ...link })),
    ...head.metas.map((meta) => openTag('meta', meta)),
  ]
}

export function stylesheet(used: ReadonlySet<StyleName>, styles: AmpStyles, service: Service): string {
  const accents = `:root{--accent-light:${service.color};--accent-dark:${service.colorOnDark}}`
  return (
    fontFaces(styles.fonts, service) +
    accents +
    STYLE_NAMES.filter((name) => used.has(name))
      .map((name) => styles.families[name])
      .join('') +
    ownAmpStyle(service, originOf(service))
  )
}

/** Caches on other hosts serve the document (AMP-11). */
function fontFaces({ faces, fallbacks }: AmpStyles['fonts'], service: Service): string {
  const origin = originOf(service)
  const { language, fonts } = service
  const names = [...firstViewFonts(language, fonts), ...italicFonts(language, fonts)]
  const used = names.map((name) => faces[name] ?? '')
  return used.map((rule) => rule.replace('url(/', `url(${origin}/`)).join('') + fallbacks
}

const animation = (prefix: string): string => `-${prefix}-animation:-amp-start 8s steps(1,end) 0s 1 normal both`
const keyframes = (prefix: string): string =>
  `@-${prefix}-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}`
const PREFIXES = ['webkit', 'moz', 'ms', 'o']

/** AMP prescribes the bytes. */
export const boilerplate =
  `<style amp-boilerplate>body{${PREFIXES.slice(0, 3).map(animation).join(';')};animation:-amp-start 8s steps(1,end) 0s 1 normal both}${PREFIXES.map(keyframes).join('')}@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style><noscript><style amp-boilerplate>body{-webkit-animation:none;-moz-animation:none;-ms-animation:none;animation:none}</style></noscript>` as SafeHtml
