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

/** The article's product placement fields, where it has any. */
export interface Placement {
  general: boolean
  overrides: Readonly<Record<string, boolean>>
  /** Unique for each revision of the article. */
  revision: string
}

/** A slot removed because of product placement, and the CMS field that caused it. */
export interface RemovedSlot {
  slot: string
  because: 'nrm_product_placement' | 'nrm_product_placement_ads'
}

/** An article revision shown without some of its slots. */
export interface SlotRemoval {
  service: string
  /** The article's path. */
  article: string
  revision: string
  slots: readonly RemovedSlot[]
}

/**
 * The slots that may advertise next to an article: where the article is product placement itself, the slot stays empty.
 * A paid article has no other advertiser next to it, unless its key says so (ADS-8).
 */
export function slotsBesidePlacement<S extends { key: string }>(
  slots: readonly S[],
  placement: Placement | undefined,
): { remaining: S[]; removed: RemovedSlot[] } {
  if (!placement) return { remaining: [...slots], removed: [] }
  const { general, overrides } = placement
  const isRemoved = ({ key }: S): boolean => isProductPlacement(general, overrides, key)
  const because = general ? 'nrm_product_placement' : 'nrm_product_placement_ads'
  return {
    remaining: slots.filter((slot) => !isRemoved(slot)),
    removed: slots.filter(isRemoved).map(({ key }) => ({ slot: key, because })),
  }
}
