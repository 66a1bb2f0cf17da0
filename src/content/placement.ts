/**
 * Whether a card counts as product placement in one slot (ADS-8): a truthy own key
 * of `overrides` inverts the general flag; an absent or falsy one keeps it.
 */
export function isProductPlacement(
  general: boolean,
  overrides: Readonly<Record<string, boolean>>,
  slot: string,
): boolean {
  return Object.hasOwn(overrides, slot) && overrides[slot] ? !general : general
}

/** What an article says of being product placement, where it says anything. */
export interface Placement {
  general: boolean
  overrides: Readonly<Record<string, boolean>>
  /** Differs between two revisions of the article. */
  revision: string
}

/** A slot that product placement took away, and the field of the CMS that did. */
export interface RemovedSlot {
  slot: string
  because: 'nrm_product_placement' | 'nrm_product_placement_ads'
}

/** A revision of an article that is shown without some of its slots. */
export interface SlotRemoval {
  service: string
  /** Its path. */
  article: string
  revision: string
  slots: readonly RemovedSlot[]
}

/**
 * The slots that may advertise beside an article: where it is product placement itself, the slot stays empty. The
 * specification gives the inversion of the flag by slot and leaves open what follows from it; this is the reading by
 * which an article that somebody paid for has no other advertiser next to it, unless its key says so.
 */
export function slotsBesidePlacement<S extends { key: string }>(
  slots: readonly S[],
  placement: Placement | undefined,
): { kept: S[]; removed: RemovedSlot[] } {
  if (!placement) return { kept: [...slots], removed: [] }
  const { general, overrides } = placement
  const isRemoved = ({ key }: S): boolean => isProductPlacement(general, overrides, key)
  const because = general ? 'nrm_product_placement' : 'nrm_product_placement_ads'
  return {
    kept: slots.filter((slot) => !isRemoved(slot)),
    removed: slots.filter(isRemoved).map(({ key }) => ({ slot: key, because })),
  }
}
