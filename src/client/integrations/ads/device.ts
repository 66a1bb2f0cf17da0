import type { Device } from '../../../content/ad-slot.ts'

/** Smallest widths of a large and a medium screen, in CSS pixels (ADS-18). */
const LARGE = 1200
const MEDIUM = 768

/** Largest width at which an article uses phone sizes (CARD-24). */
const ARTICLE_MOBILE = 1199

/** The device class of a window's width. */
export function deviceOf(width: number): Device {
  if (width >= LARGE) return 'desktop'
  return width >= MEDIUM ? 'tablet' : 'mobile'
}

/** The device class in an article, which has none for tablets. */
export function articleDeviceOf(width: number): Device {
  return width <= ARTICLE_MOBILE ? 'mobile' : 'desktop'
}
