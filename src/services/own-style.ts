import { isBundledLanguage, type Language } from '../languages/language.ts'
import { firstViewFonts, isBundled, isSerif, italicFonts, titleFamily, titleFonts } from './fonts.ts'
import type { FontFace, Service, Services } from './service.ts'

export const ownFontPath = (id: string): string => `/fonts/${id}.woff2`

export function ownPageStyle({ language, fontFaces, fonts, paper, ownRules }: OwnStyle): string {
  return `${facesText(fontFaces, '')}${fontsText(fonts)}${titleText(language, fonts)}${paperText(paper)}${ownRules?.page ?? ''}`
}

/** AMP documents are on other hosts. @param origin of the service */
export function ownAmpStyle({ fontFaces, fonts, paper, ownRules }: OwnStyle, origin: string): string {
  return `${facesText(fontFaces, origin)}${fontsText(fonts)}${paperText(paper)}${ownRules?.amp ?? ''}`
}

type OwnStyle = Pick<Service, 'language' | 'fontFaces' | 'fonts' | 'paper' | 'ownRules'>

function facesText(faces: readonly FontFace[], origin: string): string {
  return faces
    .map(
      ({ family, id, weight, style }) =>
        `@font-face{font-family:${quoted(family)};src:url(${origin}${ownFontPath(id)}) format("woff2");font-weight:${weight};font-style:${style};font-display:optional}`,
    )
    .join('')
}

function fontsText({ headings, text }: Service['fonts']): string {
  const own = [
    ...(headings === undefined ? [] : [`--font-display:${quoted(headings)},var(--fallback-display)`]),
    ...(headings === undefined ? [] : [`--title:${quoted(isBundled(headings) ? titleFamily(headings) : headings)}`]),
    ...fallbackText('--fallback-display', headings, 'sans'),
    ...(text === undefined ? [] : [`--font-text:${quoted(text)},var(--fallback-text)`]),
    ...fallbackText('--fallback-text', text, 'serif'),
  ]
  return own.length === 0 ? '' : `:root{${own.join(';')}}`
}

/** A word must not be set in two faces. */
function titleText(language: Language, { headings }: Service['fonts']): string {
  const hasAlphabet = isBundledLanguage(language) || (headings !== undefined && !isBundled(headings))
  return hasAlphabet ? '' : ':root{--font-title:var(--fallback-display)}'
}

/** The fallback is of the font's kind, and its width where known (FONT-3). */
function fallbackText(name: string, family: string | undefined, usual: 'sans' | 'serif'): string[] {
  if (family === undefined) return []
  if (family === 'Onest') return [`${name}:"Onest Fallback","Onest Android",system-ui,sans-serif`]
  const kind = isSerif(family) ? 'serif' : 'sans'
  return kind === usual ? [] : [`${name}:var(--${kind})`]
}

/** As in `views/styles/tokens.css`. */
function paperText(paper: Service['paper']): string {
  if (paper === undefined) return ''
  const dark = `{--paper:${paper.dark}}`
  const withoutScript = `@media(prefers-color-scheme:dark){:root:not([data-theme])${dark}}`
  return `:root{--paper:${paper.light}}[data-theme="dark"]${dark}${withoutScript}`
}

function quoted(family: string): string {
  return `"${family.replace(/["\\\n]/g, '')}"`
}

export function ownStylesOf(services: Services): string[] {
  return [...new Set(Object.values(services).map(ownPageStyle))].filter((style) => style !== '')
}

export type BuiltFonts = Readonly<Record<string, string>>

/** A late font is not used (`font-display: optional`). */
export function firstViewFontUrls(service: Service, built: BuiltFonts): string[] {
  return urlsOf(firstViewFonts(service.language, service.fonts), built, service, 'normal')
}

/** The first page of a visit has these fonts alone (FONT-6). */
export function titleFontUrls({ language, fonts }: Service, built: BuiltFonts): string[] {
  return titleFonts(language, fonts).flatMap((name) => built[name] ?? [])
}

/** Fonts of emphasised texts too (FONT-2). */
export function keptFontUrls(service: Service, built: BuiltFonts): string[] {
  return [
    ...firstViewFontUrls(service, built),
    ...urlsOf(italicFonts(service.language, service.fonts), built, service, 'italic'),
  ]
}

function urlsOf(
  names: readonly string[],
  built: BuiltFonts,
  { fonts, fontFaces }: Service,
  style: 'normal' | 'italic',
): string[] {
  const own = fontFaces
    .filter((face) => face.style === style && (face.family === fonts.headings || face.family === fonts.text))
    .map(({ id }) => ownFontPath(id))
  return [...names.flatMap((name) => built[name] ?? []), ...own]
}
