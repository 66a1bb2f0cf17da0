/** The updates of a coverage that a page shows, and what has come and is not shown yet. */
interface LiveUpdates {
  /** New updates that wait to be shown. */
  readonly waiting: number
  /** Updates that have changed or are withdrawn since, and can be shown so without taking anything from the reader. */
  readonly changed: number
  /** @param fresh updates newer than all that is known, newest first */
  takeNew(fresh: readonly HTMLElement[]): void
  /** @param page all updates of the first page in its order: pinned ones, then the others, each newest first */
  takePage(page: FirstPage): void
  /** Shows the new updates at their places. @returns the upper one of them that is not pinned */
  insert(): HTMLElement | undefined
  /**
   * Shows what has changed, but for updates that the reader uses.
   * @param everywhere also where the reader looks
   * @returns the first of what was put in, or what stands where something was
   */
  settle(everywhere: boolean): HTMLElement | undefined
}

interface FirstPage {
  updates: readonly HTMLElement[]
  /** There are no older ones. */
  isAll: boolean
  /** It may not be an old page: what it lacks is withdrawn. */
  isSure: boolean
}

export function createLiveUpdates(list: HTMLElement): LiveUpdates {
  let waiting: HTMLElement[] = []
  /** What shown updates are by now, by id; undefined: withdrawn. */
  const changes = new Map<string, HTMLElement | undefined>()
  /** Ids of the first page that came last, in its order. */
  let order: string[] = []

  const shown = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > [data-update]')]
  const find = (among: readonly HTMLElement[], id: string) => among.find((one) => idOf(one) === id)

  const isOfOrder = (one: HTMLElement): boolean => order.includes(idOf(one))
  /** None of the shown updates is on the first page any more, but for pinned ones: what is between them is unknown. */
  const isCutOff = (): boolean => order.length > 0 && !shown().some((one) => !isPinned(one) && isOfOrder(one))

  /** Where an update belongs: the one that it stands above, or null at the end. */
  const nextOf = (update: HTMLElement): HTMLElement | null => {
    const others = shown().filter((one) => one !== update)
    const alike = others.filter((one) => isPinned(one) === isPinned(update))
    const end = isPinned(update) ? (others.find((one) => !isPinned(one)) ?? null) : null
    const rank = order.indexOf(idOf(update))
    // It is newer than all that the page had.
    if (rank === -1) return alike[0] ?? end
    const below = order.slice(rank + 1).flatMap((id) => find(alike, id) ?? [])[0]
    if (below) return below
    const above = alike.findLast((one) => order.slice(0, rank).includes(idOf(one)))
    return above ? (alike[alike.indexOf(above) + 1] ?? end) : end
  }
  const place = (update: HTMLElement): void => {
    list.insertBefore(update, nextOf(update))
  }

  const compare = (update: HTMLElement): void => {
    const id = idOf(update)
    const at = waiting.findIndex((one) => idOf(one) === id)
    if (at !== -1) waiting[at] = update
    else if (find(shown(), id)?.dataset.version === update.dataset.version) changes.delete(id)
    else changes.set(id, update)
  }

  /** Drops or marks what the page no longer has; what is older than the page is left alone. */
  const withdraw = ({ updates, isAll }: FirstPage): void => {
    const isThere = (one: HTMLElement): boolean => find(updates, idOf(one)) !== undefined
    const others = shown().filter((one) => !isPinned(one))
    const end = others.findLastIndex(isThere)
    const oldest = timeOf(updates.at(-1))
    const isOfPage = (one: HTMLElement): boolean =>
      isAll || isPinned(one) || others.indexOf(one) < end || timeOf(one) > oldest
    for (const one of shown()) if (!isThere(one) && isOfPage(one)) changes.set(idOf(one), undefined)
    // They are withdrawn too, or a whole page is newer than they are.
    waiting = waiting.filter(isThere)
  }

  return {
    get waiting() {
      return waiting.length
    },
    get changed() {
      const present = shown()
      return [...changes.keys()].filter((id) => find(present, id) && !isHeld(find(present, id))).length
    },
    takeNew(fresh) {
      const present = [...waiting, ...shown()]
      waiting = [...fresh.filter((one) => !find(present, idOf(one))), ...waiting]
    },
    takePage(page) {
      const { updates, isSure } = page
      const present = [...waiting, ...shown()]
      const isKnown = (one: HTMLElement): boolean => find(present, idOf(one)) !== undefined
      order = updates.map(idOf)
      const isOld = (one: HTMLElement): boolean => !isPinned(one) && find(shown(), idOf(one)) !== undefined
      const end = isCutOff() ? updates.length : updates.findLastIndex(isOld)
      for (const [index, one] of updates.entries()) {
        if (!isKnown(one) && index < end) waiting.push(one)
        // Below what is shown comes what a withdrawn one has made room for: no news.
        else if (isSure) compare(one)
      }
      if (isSure) withdraw(page)
    },
    insert() {
      const fresh = waiting
      waiting = []
      if (fresh.length > 0 && isCutOff()) for (const one of shown()) if (!isPinned(one)) one.remove()
      // From below: each finds its place among those that are there.
      const rank = (one: HTMLElement): number => order.indexOf(idOf(one))
      const known = fresh.filter(isOfOrder).sort((one, other) => rank(other) - rank(one))
      for (const one of known) place(one)
      for (const one of fresh.filter((each) => !known.includes(each)).toReversed()) place(one)
      const inserted = shown().filter((one) => fresh.includes(one))
      return inserted.find((one) => !isPinned(one)) ?? inserted[0]
    },
    settle(everywhere) {
      let first: HTMLElement | undefined
      for (const [id, now] of changes) {
        const before = find(shown(), id)
        const next = now && (nextOf(now) ?? shown().at(-1))
        const isSeen = [before, next].some((one) => one && isOnScreen(one)) && !everywhere
        if (isHeld(before) || isSeen) continue
        changes.delete(id)
        const after = before?.nextElementSibling
        if (now && before && isPinned(now) === isPinned(before)) before.replaceWith(now)
        else {
          before?.remove()
          if (now) place(now)
        }
        first ??= now ?? (after instanceof HTMLElement ? after : undefined)
      }
      return first
    },
  }
}

/** Milliseconds; NaN: it has no time. */
function timeOf(update: HTMLElement | undefined): number {
  return Date.parse(update?.querySelector<HTMLTimeElement>('.live-time time')?.dateTime ?? '')
}

/** Whether the reader would see a change of an element, or be moved by it. */
export function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  // Where the browser keeps what is read in its place, what is above it may change.
  return top < innerHeight && (bottom > 0 || !CSS.supports('overflow-anchor', 'auto'))
}

/** Whether a change of an element would take something from the reader: the focus, a recording, an embed. */
function isHeld(element: HTMLElement | undefined): boolean {
  if (!element) return false
  const isPlaying = [...element.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused)
  return isPlaying || element.contains(document.activeElement) || element.querySelector('iframe') !== null
}

function idOf({ dataset }: HTMLElement): string {
  return dataset.update ?? ''
}

function isPinned({ classList }: HTMLElement): boolean {
  return classList.contains('live-pinned')
}
