import { firstViewFonts, italicFonts } from './fonts.ts'
import { ownFontPath } from './own-style.ts'
import type { Service } from './service.ts'

/** By name of the build's font. */
export type BuiltFonts = Readonly<Record<string, string>>

/** A font of the first view that comes late is not used any more (optional). */
export function firstViewFontUrls(service: Service, built: BuiltFonts): string[] {
  return urlsOf(firstViewFonts(service.language, service.fonts), built, service, 'normal')
}

/** The service worker also keeps the fonts of emphasised texts (FONT-2). */
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
