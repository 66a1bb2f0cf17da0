import names from 'color-name'

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
/**
 * Nothing matches that could end a declaration. Digits match in one way only, as trying each split around a point takes
 * fifth-power time (SEC-17).
 */
const FUNCTION =
  /^(?:rgb|hsl)a?\(\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:%|deg)?(?:[\s,/]+[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:%|deg)?){2,3}\s*\)$/

/**
 * @returns a hex, rgb(), hsl() or named colour in lower case (CARD-3); undefined for anything else, which could carry
 * CSS
 */
export function cssColour(value: string | undefined): string | undefined {
  const colour = value?.trim().toLowerCase()
  if (!colour || colour.length > 64) return undefined
  const isColour = HEX.test(colour) || FUNCTION.test(colour) || Object.hasOwn(names, colour)
  return isColour ? colour : undefined
}
