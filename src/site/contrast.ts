/** WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5

/**
 * 1 to 21 (WCAG 2.2).
 * @param one `#` and six hexadecimal digits
 */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function hexColour(written: string): string | undefined {
  const value = written.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  return /^#[0-9a-f]{3}$/.test(value) ? `#${[...value.slice(1)].map((digit) => digit + digit).join('')}` : undefined
}

export function readableOn(background: string, colour: string, least: number): string {
  const target = luminance(background) > 0.5 ? 0 : 255
  for (let part = 0; part <= STEPS; part += 1) {
    const mixed = mix(colour, target, part / STEPS)
    if (contrast(mixed, background) >= least) return mixed
  }
  return mix(colour, target, 1)
}

const STEPS = 64

/** @param part from 0 to 1 */
function mix(colour: string, target: number, part: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const mixed = channels.map((channel) => Math.round(channel + (target - channel) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
