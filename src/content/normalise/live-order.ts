import type { Block, LiveUpdateBlock } from '../block.ts'
import { isUpdate, UPDATES_PER_PAGE } from '../live.ts'

/** The first page has all of them. */
const MAX_PINNED = 5

type Frame = Extract<Block, { type: 'group' | 'reusable-block' | 'unknown' }>

/** Replaces the first by all, pinned ones, then others, newest first (LIVE-3); other blocks follow. */
export function inLiveOrder(body: Block[]): Block[] {
  const blocks = body.flatMap(hoisted)
  const written = blocks.filter(isUpdate)
  if (written.length === 0) return body
  const first = blocks.findIndex(isUpdate)
  let pinned = 0
  const updates = withStableIds(newestFirst(written)).map((update, position) => {
    if (update.isPinned) pinned += 1
    return { ...update, position, isPinned: update.isPinned && pinned <= MAX_PINNED }
  })
  return [
    ...blocks.slice(0, first),
    ...updates.filter(({ isPinned }) => isPinned),
    ...withDaysOnce(updates.filter(({ isPinned }) => !isPinned)),
    ...blocks.slice(first).filter((block) => !isUpdate(block)),
  ]
}

/** For each page's first (LIVE-15). */
function withDaysOnce(updates: readonly LiveUpdateBlock[]): LiveUpdateBlock[] {
  return updates.map((update, index) => {
    const above = index % UPDATES_PER_PAGE === 0 ? undefined : updates[index - 1]?.published
    return above !== undefined && above.day === update.published?.day ? { ...update, isOfSameDay: true } : update
  })
}

function isFrame(block: Block): block is Frame {
  return block.type === 'group' || block.type === 'reusable-block' || block.type === 'unknown'
}

function hoisted(block: Block): Block[] {
  if (!isFrame(block)) return [block]
  const inside = block.blocks.flatMap(hoisted)
  if (!inside.some(isUpdate)) return [block]
  const pieces: Block[] = []
  for (const one of inside) {
    const last = pieces.at(-1)
    if (isUpdate(one)) pieces.push(one)
    else if (last && !isUpdate(last) && isFrame(last)) last.blocks.push(one)
    else pieces.push(pieceOf(block, one, pieces.length === 0))
  }
  return pieces
}

/** @param isFirst it has the frame's anchor */
function pieceOf(frame: Frame, first: Block, isFirst: boolean): Block {
  if (frame.type !== 'group') return { ...frame, blocks: [first] }
  return { type: 'group', blocks: [first], id: isFirst ? frame.id : undefined }
}

/** Without a time it has the next older one's; of equal times the upper is newer. */
function newestFirst(written: readonly LiveUpdateBlock[]): LiveUpdateBlock[] {
  const times = written.map(({ published }) => published?.time.epoch)
  const dated = times.filter((time) => time !== undefined)
  const isAscending = (dated[0] ?? 0) < (dated.at(-1) ?? 0)
  const ordered = isAscending ? written.toReversed() : [...written]
  let older: number | undefined
  const withTimes = ordered.toReversed().map((update) => {
    older = update.published?.time.epoch ?? older
    return { update, time: older ?? Number.NEGATIVE_INFINITY }
  })
  return withTimes
    .toReversed()
    .sort((one, other) => (one.time === other.time ? 0 : other.time - one.time))
    .map(({ update }) => update)
}

const MADE_ID = /^(live(?:-\d{8}-\d{4})?)(?:-\d+)?$/

/** Counts from the oldest: a later update of the same minute changes none. */
function withStableIds(updates: readonly LiveUpdateBlock[]): LiveUpdateBlock[] {
  const alike = new Map<string, string[]>()
  const baseOf = ({ id }: LiveUpdateBlock): string => MADE_ID.exec(id)?.[1] ?? ''
  for (const update of updates) {
    const base = baseOf(update)
    if (base !== '') alike.set(base, [...(alike.get(base) ?? []), update.id])
  }
  for (const ids of alike.values()) ids.sort((one, other) => other.length - one.length || (one < other ? 1 : -1))
  return updates.map((update) => ({ ...update, id: alike.get(baseOf(update))?.shift() ?? update.id }))
}
