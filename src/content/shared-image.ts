import type { Block, BlockOf, BlockType, ResponsiveImage } from './block.ts'
import { innerBlocks } from './block.ts'
import type { ImageRules } from './image-rules.ts'
import { croppedSize, PREVIEW_SIZES, type Size } from './image-sizes.ts'
import { isCropped, previewsOf, servedSize } from './images.ts'

export interface SharedImage {
  src: string
  alt: string
  /** Pixels as served. */
  size?: Size
  /** Never enlarged; empty where the host does not crop. */
  crops: string[]
}

/** Pixels in all (Google, "Article"). */
const MIN_PIXELS = 50_000
/** Pixels; other sites show narrower ones small. */
export const LARGE_WIDTH = 1200
const MAX_LOOKED_AT = 20

/**
 * Prefers one large enough to one that search engines take.
 * @param heroSize of the lead image at its host
 */
export function sharedImageOf(
  { hero, heroSize, body }: { hero: ResponsiveImage | undefined; heroSize: Size | undefined; body: readonly Block[] },
  rules: ImageRules,
): SharedImage | undefined {
  const lead = hero && sharedOf(hero, heroSize, rules)
  const leading = lead && isShown(lead.src) ? [lead] : []
  // Chosen by the editor, and not known to be small.
  if (leading.some(({ size }) => size === undefined || size.width >= LARGE_WIDTH)) return leading[0]
  const inText = imagesIn(body).flatMap((image) => {
    const shared = sharedOf(image, intrinsicSize(image, rules), rules)
    return shared.size !== undefined && shared.crops.length > 0 ? [shared] : []
  })
  const all = [...leading, ...inText]
  return all.find(({ size }) => (size?.width ?? 0) >= LARGE_WIDTH) ?? all.find(isUsable)
}

/** Sites show no vectors; an animation has one shape. */
function isShown(src: string): boolean {
  return !/\.(?:svg|ico|bmp|gif)(?:$|[?#])/i.test(src)
}

function isUsable({ size }: SharedImage): boolean {
  return size !== undefined && PREVIEW_SIZES.every((shape) => pixelsOf(croppedSize(size, shape)) >= MIN_PIXELS)
}

function pixelsOf({ width, height }: Size): number {
  return width * height
}

function sharedOf({ src, alt }: ResponsiveImage, original: Size | undefined, rules: ImageRules): SharedImage {
  const size = original && servedSize(src, original, rules)
  return { src, alt, crops: isCropped(src, rules) ? previewsOf(src, rules) : [], size }
}

/** In front of WordPress texts have displayed sizes. */
function intrinsicSize({ width, height, fullWidth }: ResponsiveImage, { remote }: ImageRules): Size | undefined {
  const full = fullWidth ?? (remote ? undefined : width)
  if (full === undefined || !width || !height) return undefined
  return { width: full, height: Math.max(1, Math.round((full * height) / width)) }
}

export function imagesIn(blocks: readonly Block[]): ResponsiveImage[] {
  const images: ResponsiveImage[] = []
  for (const block of blocks) {
    images.push(...ownImages(block), ...imagesIn(innerBlocks(block)))
    if (images.length >= MAX_LOOKED_AT) break
  }
  return images
}

type ImagesOf = { [T in BlockType]: (block: BlockOf<T>) => ReadonlyArray<ResponsiveImage | undefined> }

const none = (): [] => []

/** Images of shops' offers do not show the text's subject. */
const IMAGES: ImagesOf = {
  paragraph: none,
  heading: none,
  list: none,
  quote: none,
  table: none,
  image: ({ image }) => [image],
  html: ({ images = [] }) => images,
  separator: none,
  columns: none,
  group: none,
  code: none,
  chart: none,
  cover: ({ image }) => [image],
  'reusable-block': none,
  'shade-content': none,
  gallery: ({ items }) => items.map(({ image }) => image),
  audio: none,
  video: none,
  details: none,
  correction: none,
  'live-update': none,
  youtube: none,
  vimeo: none,
  instagram: none,
  twitter: none,
  facebook: none,
  spotify: none,
  reddit: none,
  tiktok: none,
  soundcloud: none,
  linkedin: none,
  gfycat: none,
  giphy: none,
  tradingview: none,
  embed: none,
  'photo-box': ({ image }) => [image],
  newsletter: none,
  'sponsored-paragraph': none,
  buybox: none,
  'buybox-fast': none,
  spacer: none,
  'offer-comparison': none,
  'offer-table': none,
  'watch-guide': none,
  form: none,
  own: none,
  unknown: none,
}

function ownImages<T extends BlockType>(block: BlockOf<T>): ResponsiveImage[] {
  // TypeScript does not link the table's key and argument.
  const read = IMAGES[block.type as T] as (one: BlockOf<T>) => ReadonlyArray<ResponsiveImage | undefined>
  return read(block).filter((image) => image !== undefined)
}
