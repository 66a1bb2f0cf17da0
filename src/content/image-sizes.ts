/** Pixels (IMG-7). */
export const IMAGE_WIDTHS = [306, 690, 1180] as const
export const DEVICE_WIDTHS = [360, 414, 700, 1200] as const
export const ALL_WIDTHS = [...IMAGE_WIDTHS, ...DEVICE_WIDTHS].sort((a, b) => a - b)
/** With twice the width of dense narrow screens (IMG-17). */
export const REMOTE_WIDTHS = [...ALL_WIDTHS, 720, 828].sort((a, b) => a - b)
export const IMAGE_QUALITY = 75

/** Pixels (IMG-12). */
export const THUMBNAIL_SIZE = { width: 320, height: 175 } as const
export const HERO_SIZE = { width: 700, height: 350 } as const
export const PORTRAIT_SIZE = { width: 262, height: 262 } as const

/** Pixels without a width in the URL. */
export const FULL_WIDTH = 1200
/** Encoders hold an image in memory: larger ones are scaled down. */
export const MAX_CUT_PIXELS = 4e6

export interface Size {
  width: number
  height: number
}

/** 1:1, 4:3 and 16:9 (Google, "Article"). */
export const PREVIEW_SIZES = [
  { width: 1200, height: 1200 },
  { width: 1200, height: 900 },
  { width: 1200, height: 675 },
] as const

/** On phones with two and three pixels (CARD-47). */
export const SMALL_SIZES = [
  { width: 240, height: 180 },
  { width: 360, height: 270 },
] as const

/** By width and pixels. */
export function scaledDown({ width, height }: Size, widest: number): Size {
  const scale = Math.min(1, widest / width, Math.floor(MAX_CUT_PIXELS / widest) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Pixels, by which WordPress rounds. */
const ROUNDING = 1.5

export function hasProportions(original: Size, scaled: Size): boolean {
  if (original.width < scaled.width) return false
  const height = (original.height * scaled.width) / original.width
  const width = (original.width * scaled.height) / original.height
  return Math.abs(height - scaled.height) <= ROUNDING || Math.abs(width - scaled.width) <= ROUNDING
}

/** Never larger (IMG-9). */
export function croppedSize({ width, height }: Size, shape: Size): Size {
  const scale = Math.min(1, width / shape.width, height / shape.height)
  return {
    width: Math.max(1, Math.round(shape.width * scale)),
    height: Math.max(1, Math.round(shape.height * scale)),
  }
}

/** An integer (IMG-14); undefined for `100%`, `auto` and NaN. */
export function pixelSize(value: string | number | undefined): number | undefined {
  const text = String(value ?? '').trim()
  if (!/^\d+(?:\.\d+)?(?:px)?$/.test(text)) return undefined
  const pixels = Number.parseInt(text, 10)
  return pixels > 0 && pixels <= 20_000 ? pixels : undefined
}
