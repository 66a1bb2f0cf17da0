/** The updates of a coverage that a page shows, and what has come and is not shown yet. */
interface LiveUpdates {
  /** New updates that wait to be shown. */
  readonly waiting: number
  /** Updates that are shown and were revised or withdrawn since. */
  readonly revised: number
  /**
   * @param sent updates as the page has them: pinned ones first, each newest first
   * @param isWhole all of the first page; else those that are newer than what the page knows
   */
  take(sent: readonly HTMLElement[], isWhole: boolean): void
  /** Shows the new updates, each above the older ones. @returns the newest of them */
  insert(): HTMLElement | undefined
  /**
   * Shows what was revised: all of it, or only where the reader is not. @returns the first of what was put in
   */
  revise(isWhole: boolean): HTMLElement | undefined
}

/** Of the browser: what is put in above the screen moves nothing on it. */
const isAnchored = CSS.supports('overflow-anchor', 'auto')

export function createLiveUpdates(list: HTMLElement): LiveUpdates {
  /** Newest first. */
  const waiting: HTMLElement[] = []
  /** What shown updates are now, by id; undefined: withdrawn. */
  const revised = new Map<string, HTMLElement | undefined>()

  const shown = (): HTMLElement[] => [...list.children].filter((one) => one instanceof HTMLElement)
  const shownAs = (id: string): HTMLElement | undefined => shown().find((one) => one.id === id)
  const knows = ({ id }: HTMLElement): boolean => [...waiting, ...shown()].some((one) => one.id === id)

  const compare = (sent: HTMLElement): void => {
    const place = waiting.findIndex(({ id }) => id === sent.id)
    if (place !== -1) waiting[place] = sent
    else if (shownAs(sent.id)?.dataset.update === sent.dataset.update) revised.delete(sent.id)
    else revised.set(sent.id, sent)
  }

  /** Of what is present, what a whole page lacks, as far down as it goes. */
  const withdraw = (sent: readonly HTMLElement[]): void => {
    const ids = new Set(sent.map(({ id }) => id))
    const present = [...waiting, ...shown()]
    const end = present.findLastIndex(({ id }) => ids.has(id))
    for (const one of present.slice(0, end + 1).filter(({ id }) => !ids.has(id))) {
      const place = waiting.indexOf(one)
      if (place === -1) revised.set(one.id, undefined)
      else waiting.splice(place, 1)
    }
  }

  return {
    get waiting() {
      return waiting.length
    },
    get revised() {
      return revised.size
    },
    take(sent, isWhole) {
      const known = sent.filter(knows)
      // Below the last known one are updates that a withdrawn one has made room for: these are no news.
      const end = isWhole && known.length > 0 ? sent.findLastIndex(knows) : sent.length
      const fresh = sent.slice(0, end).filter((one) => !known.includes(one))
      for (const one of known) compare(one)
      if (isWhole) withdraw(sent)
      waiting.unshift(...fresh)
    },
    insert() {
      const fresh = waiting.splice(0)
      const pinned = fresh.filter(isPinned)
      const others = fresh.filter((one) => !pinned.includes(one))
      list.prepend(...pinned)
      // The oldest first: each finds its place among those that are there.
      for (const one of others.toReversed()) {
        const older = shown().find((other) => !isPinned(other) && !(timeOf(other) > timeOf(one)))
        if (older) older.before(one)
        else list.append(one)
      }
      return others[0] ?? pinned[0]
    },
    revise(isWhole) {
      let first: HTMLElement | undefined
      for (const [id, now] of revised) {
        const before = shownAs(id)
        if (before && !isWhole && isInUse(before)) continue
        revised.delete(id)
        if (!before) continue
        if (now) before.replaceWith(now)
        else before.remove()
        first ??= now
      }
      return first
    },
  }
}

/** Whether a change of an element would be seen, heard or felt. */
export function isInUse(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  if (top < innerHeight && (bottom > 0 || !isAnchored)) return true
  const isPlaying = [...element.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused)
  return isPlaying || element.contains(document.activeElement) || element.querySelector('iframe') !== null
}

function isPinned({ classList }: HTMLElement): boolean {
  return classList.contains('live-pinned')
}

/** Milliseconds; NaN: it has no time. */
function timeOf(update: HTMLElement): number {
  return Date.parse(update.querySelector<HTMLTimeElement>('.live-time time')?.dateTime ?? '')
}
