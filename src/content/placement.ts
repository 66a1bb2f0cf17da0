/**
 * Whether a card counts as product placement in one slot (spec 3, "Product placement"; decision 17): a truthy own key
 * of `overrides` inverts the general flag; an absent or falsy one keeps it.
 */
export function isProductPlacement(
  general: boolean,
  overrides: Readonly<Record<string, boolean>>,
  slot: string,
): boolean {
  return Object.hasOwn(overrides, slot) && overrides[slot] ? !general : general
}
