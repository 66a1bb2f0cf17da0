import names from 'color-name'

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
/**
 * Numbers, per cents, degrees and their separators: nothing that could end a declaration. Digits are read in one way only:
 * to try each of their parts as the digits behind a point would take time by the fifth power (COST-44).
 */
const FUNCTION =
  /^(?:rgb|hsl)a?\(\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:%|deg)?(?:[\s,/]+[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:%|deg)?){2,3}\s*\)$/

/**
 * A colour from the CMS, when it is one (decision 16): hex, rgb(), hsl() or a CSS colour name.
 * @returns the colour in lower case; undefined for anything else, which could carry CSS of its own
 */
export function cssColour(value: string | undefined): string | undefined {
  const colour = value?.trim().toLowerCase()
  if (!colour || colour.length > 64) return undefined
  const isColour = HEX.test(colour) || FUNCTION.test(colour) || Object.hasOwn(names, colour)
  return isColour ? colour : undefined
}
