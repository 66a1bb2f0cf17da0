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

/**
 * The slots that may advertise beside an article: where it is product placement itself, the slot stays empty. The
 * specification gives the inversion of the flag by slot and leaves open what follows from it; this is the reading by
 * which an article that somebody paid for has no other advertiser next to it, unless its key says so.
 */
export function slotsBesidePlacement<S extends { key: string }>(
  slots: readonly S[],
  general: boolean,
  overrides: Readonly<Record<string, boolean>>,
): S[] {
  return slots.filter(({ key }) => !isProductPlacement(general, overrides, key))
}
