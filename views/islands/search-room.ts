/** Pixels (SEARCH-6). */
const NEAR_END = 100
/** Readers may scroll so far ahead. */
const MOST_PAGES = 3

const SPARE = 1.2

export interface Room {
  box: HTMLElement
  free: HTMLElement
  /** Pixels. */
  pageHeight: number
}

export function pageHeightOf(shown: HTMLElement, rows: number): number {
  const cards = [...(shown.closest('.list-posts')?.querySelectorAll('.card:not(.card-skeleton)') ?? [])]
  const sum = cards.reduce((height, card) => height + card.getBoundingClientRect().height, 0)
  return rows * (sum / Math.max(cards.length, 1) + Number.parseFloat(getComputedStyle(shown).rowGap)) * SPARE
}

/** Content moves only out of sight (SEARCH-5). */
export function keepRoom(room: Room): void {
  const { top, bottom, height } = room.free.getBoundingClientRect()
  if (bottom < innerHeight) return
  const wanted = Math.min(Math.max(innerHeight - top, 0) + room.pageHeight, MOST_PAGES * room.pageHeight)
  if (wanted > height) resize(room, wanted)
}

export function makeRoom(room: Room): void {
  if (room.free.getBoundingClientRect().height < room.pageHeight) resize(room, room.pageHeight)
}

/** Only while scrolling: content may jump up. */
export function giveUpRoom(room: Room): void {
  const { top, bottom } = room.free.getBoundingClientRect()
  if (bottom >= innerHeight) resize(room, Math.max(innerHeight - top, 0))
}

export function isMoreDue({ free, pageHeight }: Room): boolean {
  const { top, bottom, height } = free.getBoundingClientRect()
  return top <= innerHeight + NEAR_END && (bottom >= innerHeight || height >= pageHeight)
}

function resize({ box, free }: Room, height: number): void {
  const others = box.getBoundingClientRect().height - free.getBoundingClientRect().height
  box.style.minHeight = `${others + height}px`
}
