const channels = (colour) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

const hex = (values) => `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** A colour between two; `part` of the second. */
export const mixed = (from, to, part) => {
  const other = channels(to)
  return hex(channels(from).map((value, position) => value + (other[position] - value) * part))
}

export const lighter = (colour, part) => mixed(colour, '#ffffff', part)

export const darker = (colour, part) => mixed(colour, '#000000', part)

/** Relative luminance of WCAG. */
export const luminance = (colour) => {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Of two colours the one that reads better on a ground. */
export const readable = (ground, one, other) => (contrast(ground, one) >= contrast(ground, other) ? one : other)
