import type { Device } from '../../../src/content/ad-slot.ts'

/** Widths from which a screen is a large and a medium one, in CSS pixels (spec 9, "Ad breakpoints"; decision 29). */
const LARGE = 1200
const MEDIUM = 768

/** Up to this width an article counts as read on a phone (CARD-24). */
const ARTICLE_MOBILE = 1199

/** The class of a device by the width of its window. */
export function deviceOf(width: number): Device {
  if (width >= LARGE) return 'desktop'
  return width >= MEDIUM ? 'tablet' : 'mobile'
}

/** The same where the advertisement stands in an article, which has no class of its own for tablets. */
export function articleDeviceOf(width: number): Device {
  return width <= ARTICLE_MOBILE ? 'mobile' : 'desktop'
}
