/** A truthy own key of `overrides` inverts it (ADS-8). */
export function isProductPlacement(
  general: boolean,
  overrides: Readonly<Record<string, boolean>>,
  slot: string,
): boolean {
  return Object.hasOwn(overrides, slot) && overrides[slot] ? !general : general
}

export interface Placement {
  general: boolean
  overrides: Readonly<Record<string, boolean>>
  revision: string
}

export interface RemovedSlot {
  slot: string
  because: 'nrm_product_placement' | 'nrm_product_placement_ads'
}

export interface SlotRemoval {
  service: string
  article: string
  revision: string
  slots: readonly RemovedSlot[]
}

/** No other advertiser is next to a paid article (ADS-8). */
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
