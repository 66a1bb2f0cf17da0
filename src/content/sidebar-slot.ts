import type { AdSlot } from './ad-slot.ts'
import type { HomeBlock } from './home-block.ts'

/** CSS pixels (views/styles/lists.css). */
const SIDEBAR_WIDTH = 300

/**
 * The slot next to a list on a large screen is the first that no block uses, that is not sticky and has a size for
 * the column (CARD-21). It keeps only those sizes.
 */
export function sidebarSlot(slots: readonly AdSlot[], blocks: readonly HomeBlock[]): AdSlot | undefined {
  const taken = new Set(blocks.flatMap((block) => (block.type === 'ad-slot' ? [block.adUnit] : [])))
  for (const slot of slots) {
    if (!/^\d+$/.test(slot.key) || slot.isSticky || taken.has(slot.adUnit)) continue
    const desktop = slot.sizes.desktop?.filter(([width]) => width <= SIDEBAR_WIDTH) ?? []
    if (desktop.length > 0) return { ...slot, sizes: { desktop } }
  }
  return undefined
}
