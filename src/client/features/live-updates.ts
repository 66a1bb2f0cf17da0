interface LiveUpdates {
  readonly waiting: number
  /** Without updates in use. */
  readonly changed: number
  /** @param fresh newest first */
  takeNew(fresh: readonly HTMLElement[]): void
  /** @param page pinned updates, then the others, each newest first */
  takePage(page: FirstPage): void
  /** @returns the upper new update, pins aside */
  insert(): HTMLElement | undefined
  /**
   * Leaves out updates in use.
   * @param everywhere also on the screen
   * @returns the first update put in, or what replaces one
   */
  settle(everywhere: boolean): HTMLElement | undefined
}

interface FirstPage {
  updates: readonly HTMLElement[]
  isAll: boolean
  /** A current page lacks what is withdrawn. */
  isSure: boolean
}

export function createLiveUpdates(list: HTMLElement): LiveUpdates {
  let waiting: HTMLElement[] = []
  /** By id; undefined: withdrawn. */
  const changes = new Map<string, HTMLElement | undefined>()
  let order: string[] = []

  const shown = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > [data-update]')]
  const nextOf = (update: HTMLElement): HTMLElement | null => nextAmong(shown(), update, order)
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
      waiting = [...fresh.filter((one) => !isIn(present, one)), ...waiting]
    },
    takePage(page) {
      const { updates, isSure } = page
      const present = [...waiting, ...shown()]
      order = updates.map(idOf)
      const isOld = (one: HTMLElement): boolean => !isPinned(one) && isIn(shown(), one)
      const end = isCutOff(shown(), order) ? updates.length : updates.findLastIndex(isOld)
      for (const [index, one] of updates.entries()) {
        if (!isIn(present, one) && index < end) waiting.push(one)
        // Something moved up in a withdrawn one's place.
        else if (isSure) compare(one)
      }
      if (!isSure) return
      for (const one of withdrawnBy(page, shown())) changes.set(idOf(one), undefined)
      waiting = waiting.filter((one) => isIn(updates, one))
    },
    insert() {
      const fresh = waiting
      waiting = []
      if (fresh.length > 0 && isCutOff(shown(), order)) for (const one of shown()) if (!isPinned(one)) one.remove()
      for (const one of lowestFirst(fresh, order)) place(one)
      sayDaysOnce(shown())
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
      if (first) sayDaysOnce(shown())
      return first
    },
  }
}

function find(among: readonly HTMLElement[], id: string): HTMLElement | undefined {
  return among.find((one) => idOf(one) === id)
}

function isIn(among: readonly HTMLElement[], update: HTMLElement): boolean {
  return find(among, idOf(update)) !== undefined
}

/** Unknown updates lie between the first page (`order`) and those shown. */
function isCutOff(shown: readonly HTMLElement[], order: readonly string[]): boolean {
  return order.length > 0 && !shown.some((one) => !isPinned(one) && order.includes(idOf(one)))
}

/**
 * @param order ids of the latest first page
 * @returns null: the end
 */
function nextAmong(shown: readonly HTMLElement[], update: HTMLElement, order: readonly string[]): HTMLElement | null {
  const others = shown.filter((one) => one !== update)
  const alike = others.filter((one) => isPinned(one) === isPinned(update))
  const end = isPinned(update) ? (others.find((one) => !isPinned(one)) ?? null) : null
  const rank = order.indexOf(idOf(update))
  if (rank === -1) return alike[0] ?? end
  const below = order.slice(rank + 1).flatMap((id) => find(alike, id) ?? [])[0]
  if (below) return below
  const above = alike.findLast((one) => order.slice(0, rank).includes(idOf(one)))
  return above ? (alike[alike.indexOf(above) + 1] ?? end) : end
}

/** Each takes its place among those above it. */
function lowestFirst(fresh: readonly HTMLElement[], order: readonly string[]): HTMLElement[] {
  const rank = (one: HTMLElement): number => order.indexOf(idOf(one))
  const known = fresh.filter((one) => rank(one) !== -1).sort((one, other) => rank(other) - rank(one))
  return [...known, ...fresh.filter((one) => !known.includes(one)).toReversed()]
}

/** @returns shown updates that the page lacks */
function withdrawnBy({ updates, isAll }: FirstPage, shown: readonly HTMLElement[]): HTMLElement[] {
  const isThere = (one: HTMLElement): boolean => isIn(updates, one)
  const others = shown.filter((one) => !isPinned(one))
  const end = others.findLastIndex(isThere)
  const oldest = timeOf(updates.at(-1))
  const isOfPage = (one: HTMLElement): boolean =>
    isAll || isPinned(one) || others.indexOf(one) < end || timeOf(one) > oldest
  return shown.filter((one) => !isThere(one) && isOfPage(one))
}

/** Milliseconds; NaN without a time. */
function timeOf(update: HTMLElement | undefined): number {
  return Date.parse(writtenTime(update))
}

function writtenTime(update: HTMLElement | undefined): string {
  return update?.querySelector<HTMLTimeElement>('.live-time time')?.dateTime ?? ''
}

/** Times begin with the day, in the service's zone. */
const DAY = '2026-03-04'.length

/** LIVE-15. */
function sayDaysOnce(shown: readonly HTMLElement[]): void {
  let above = ''
  for (const update of shown) {
    const day = isPinned(update) ? '' : writtenTime(update).slice(0, DAY)
    update.classList.toggle('is-same-day', day !== '' && day === above)
    above = day
  }
}

export function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  // Scroll anchoring lets what is above change.
  return top < innerHeight && (bottom > 0 || !CSS.supports('overflow-anchor', 'auto'))
}

/** A change would take away the focus, a recording or an embed. */
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
