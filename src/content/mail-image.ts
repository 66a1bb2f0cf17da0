import type { ImageRules } from './image-rules.ts'
import { IMAGE_QUALITY, type Size } from './image-sizes.ts'
import { REMOTE_FOLDER } from './public-paths.ts'

/** Pixels, twice the shown ones (ISSUE-6). */
export const MAIL_SHAPES = {
  lead: { width: 1200, height: 675 },
  card: { width: 400, height: 225 },
} as const satisfies Record<string, Size>

export type MailShape = keyof typeof MAIL_SHAPES

const WEBP = '.webp'
export const MAIL_EXTENSION = '.jpg'

/**
 * Outlook shows no WebP.
 * @param src of a normalised image
 * @returns undefined for a foreign image, a vector, a CDN without a template for it
 */
export function mailImageUrl(
  src: string,
  shape: MailShape,
  rules: ImageRules,
): { url: string; width: number; height: number } | undefined {
  const size = MAIL_SHAPES[shape]
  const { width, height } = size
  const isOwn = src.startsWith('/') && src.startsWith(`${rules.remote ? REMOTE_FOLDER : rules.cdn}/`)
  if (isOwn) {
    const [path = '', search = ''] = src.split('?', 2)
    if (!path.endsWith(WEBP)) return undefined
    const query = new URLSearchParams(search)
    query.set('w', String(width))
    query.set('h', String(height))
    return { url: `${path.slice(0, -WEBP.length)}${MAIL_EXTENSION}?${query}`, ...size }
  }
  if (rules.remote || rules.mailTemplate === undefined || !src.startsWith(`${rules.cdn}/`)) return undefined
  const values: Record<string, string> = {
    url: src,
    width: String(width),
    height: String(height),
    quality: String(IMAGE_QUALITY),
  }
  const url = rules.mailTemplate.replace(/\{(url|width|height|quality)\}/g, (_, name: string) => values[name] ?? '')
  return URL.canParse(url) ? { url, ...size } : undefined
}
