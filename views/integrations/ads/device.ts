import type { Device } from '../../../src/content/ad-slot.ts'

/** Widths from which a screen is a large and a medium one, in CSS pixels (spec 9, "Ad breakpoints"; decision 29). */
const LARGE = 1200
const MEDIUM = 768

/** The class of a device by the width of its window. */
export function deviceOf(width: number): Device {
  if (width >= LARGE) return 'desktop'
  return width >= MEDIUM ? 'tablet' : 'mobile'
}
