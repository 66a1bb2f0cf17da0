/** Distance from the end of the results at which the next page loads (SEARCH-6). Pixels. */
const NEAR_END = 100
/** How many pages a reader can scroll ahead. */
const MOST_PAGES = 3

/** Tolerance for a page of results that is higher than the earlier ones. */
const SPARE = 1.2

export interface Room {
  /** Contains the further results, the free space and the link to more. */
  box: HTMLElement
  /** Space between the last result and the content below. */
  free: HTMLElement
  /** Height of a page of results. Pixels. */
  pageHeight: number
}

/** The rows of the first page at the average height so far, plus a tolerance. */
export function pageHeightOf(shown: HTMLElement, rows: number): number {
  const cards = [...(shown.closest('.list-posts')?.querySelectorAll('.card:not(.card-skeleton)') ?? [])]
  const sum = cards.reduce((height, card) => height + card.getBoundingClientRect().height, 0)
  return rows * (sum / Math.max(cards.length, 1) + Number.parseFloat(getComputedStyle(shown).rowGap)) * SPARE
}

/**
 * Reserves free space for the next page above the content that follows the list (SEARCH-5). That content moves only
 * while it is out of sight.
 */
export function keepRoom(room: Room): void {
  const { top, bottom, height } = room.free.getBoundingClientRect()
  if (bottom < innerHeight) return
  const wanted = Math.min(Math.max(innerHeight - top, 0) + room.pageHeight, MOST_PAGES * room.pageHeight)
  if (wanted > height) resize(room, wanted)
}

/** Reserves space wherever the reader is, so that a request for results has a visible effect. */
export function makeRoom(room: Room): void {
  if (room.free.getBoundingClientRect().height < room.pageHeight) resize(room, room.pageHeight)
}

/**
 * Releases unused space that is out of sight. Only `scroll` handlers may call it: at any other moment the reader may
 * see the content below jump up.
 */
export function giveUpRoom(room: Room): void {
  const { top, bottom } = room.free.getBoundingClientRect()
  if (bottom >= innerHeight) resize(room, Math.max(innerHeight - top, 0))
}

/** More results are due near the end, unless they would move the content below. */
export function isMoreDue({ free, pageHeight }: Room): boolean {
  const { top, bottom, height } = free.getBoundingClientRect()
  return top <= innerHeight + NEAR_END && (bottom >= innerHeight || height >= pageHeight)
}

function resize({ box, free }: Room, height: number): void {
  const others = box.getBoundingClientRect().height - free.getBoundingClientRect().height
  box.style.minHeight = `${others + height}px`
}
