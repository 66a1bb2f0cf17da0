/** Pixels from the end of the shown results at which the next ones are fetched (SEARCH-6). */
const NEAR_END = 100
/** Pages of results for which there is room at most: so far can a reader get ahead of them. */
const MOST_PAGES = 3

/** By so much may a page of results be higher than those before it. */
const SPARE = 1.2

/** Where further results go. */
export interface Room {
  /** The further results, the free room and the link to more. */
  box: HTMLElement
  /** From the end of the shown results to what follows them. */
  free: HTMLElement
  /** Height of a page of results, in pixels. */
  pageHeight: number
}

/** What a page of results needs: as many rows as the first page has, each as high as those so far, and some to spare. */
export function pageHeightOf(shown: HTMLElement, rows: number): number {
  const cards = [...(shown.closest('.list-posts')?.querySelectorAll('.card:not(.card-skeleton)') ?? [])]
  const sum = cards.reduce((height, card) => height + card.getBoundingClientRect().height, 0)
  return rows * (sum / Math.max(cards.length, 1) + Number.parseFloat(getComputedStyle(shown).rowGap)) * SPARE
}

/**
 * Keeps the room of a page free ahead of the reader, above what follows the list (SEARCH-5). What follows moves only
 * while it is out of sight; up to three pages, it stays out of the sight of a reader who gets ahead of the results.
 */
export function keepRoom(room: Room): void {
  const { top, bottom, height } = room.free.getBoundingClientRect()
  if (bottom < innerHeight) return
  const wanted = Math.min(Math.max(innerHeight - top, 0) + room.pageHeight, MOST_PAGES * room.pageHeight)
  if (wanted > height) resize(room, wanted)
}

/** Makes room for a page wherever the reader is: who asks for results sees that something happens. */
export function makeRoom(room: Room): void {
  if (room.free.getBoundingClientRect().height < room.pageHeight) resize(room, room.pageHeight)
}

/**
 * Gives up the room that is not needed any more, as far as it is out of sight. For handlers of `scroll` only: at any
 * other moment the reader may have scrolled on already, and see what follows jump up.
 */
export function giveUpRoom(room: Room): void {
  const { top, bottom } = room.free.getBoundingClientRect()
  if (bottom >= innerHeight) resize(room, Math.max(innerHeight - top, 0))
}

/** Whether the reader has come near the end of the results, and what follows need not move for more of them. */
export function isMoreDue({ free, pageHeight }: Room): boolean {
  const { top, bottom, height } = free.getBoundingClientRect()
  return top <= innerHeight + NEAR_END && (bottom >= innerHeight || height >= pageHeight)
}

function resize({ box, free }: Room, height: number): void {
  const others = box.getBoundingClientRect().height - free.getBoundingClientRect().height
  box.style.minHeight = `${others + height}px`
}
