import { firstViewFonts } from './fonts.ts'
import { ownFontPath } from './own-style.ts'
import type { Service } from './service.ts'

/**
 * URLs of the fonts that a page's first view needs: one that comes late is not used any more (optional).
 * @param built URLs of the build's fonts by their names
 */
export function firstViewFontUrls(
  { language, fonts, fontFaces }: Service,
  built: Readonly<Record<string, string>>,
): string[] {
  const own = fontFaces
    .filter(({ family, style }) => style === 'normal' && (family === fonts.headings || family === fonts.text))
    .map(({ id }) => ownFontPath(id))
  return [...firstViewFonts(language, fonts).flatMap((name) => built[name] ?? []), ...own]
}
