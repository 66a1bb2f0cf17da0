/** What an import did, for the one who started it. */
export interface Summary {
  imported: number
  updated: number
  unchanged: number
  pictures: number
  /** Names and reasons, as they came up. */
  skipped: Array<{ name: string; reason: string }>
  failed: Array<{ name: string; reason: string }>
  /** What is neither an article nor a page, and how often. */
  others: Map<string, number>
  renamed: Array<{ name: string; to: string }>
  /** Shortcodes that nothing knows, and how often. */
  shortcodes: Map<string, number>
  /** Files beside the articles. */
  houseFiles: string[]
  isInterrupted: boolean
}

export function emptySummary(): Summary {
  return {
    imported: 0,
    updated: 0,
    unchanged: 0,
    pictures: 0,
    skipped: [],
    failed: [],
    others: new Map(),
    renamed: [],
    shortcodes: new Map(),
    houseFiles: [],
    isInterrupted: false,
  }
}

/** Names listed under a reason; the rest is a number. */
const LISTED = 20

/** The summary as lines of text. */
export function summaryText(summary: Summary): string {
  const { imported, updated, unchanged, pictures, skipped, failed, renamed, shortcodes, houseFiles } = summary
  const counts = { imported, updated, unchanged, skipped: skipped.length, failed: failed.length, pictures }
  const lines = [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  ]
  for (const [reason, names] of byReason(skipped)) lines.push(`skipped, ${reason}:`, ...listed(names))
  for (const [reason, names] of byReason(failed)) lines.push(`failed, ${reason}:`, ...listed(names))
  if (summary.others.size > 0) {
    lines.push('left out, as a newsroom has no place for them:')
    lines.push(...listed([...summary.others].map(([type, count]) => `${type} ${count}`)))
  }
  if (renamed.length > 0) {
    lines.push('under another name, as their own was taken or could not be one:')
    lines.push(...listed(renamed.map(({ name, to }) => `${name} -> ${to}`)))
  }
  if (shortcodes.size > 0) {
    lines.push('shortcodes taken out, what stood between them kept:')
    lines.push(...listed([...shortcodes].map(([name, count]) => `[${name}] ${count}`)))
  }
  if (houseFiles.length > 0) lines.push(`written beside the articles: ${houseFiles.length} files`)
  if (summary.isInterrupted) lines.push('interrupted: the same command goes on from here')
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function byReason(entries: ReadonlyArray<{ name: string; reason: string }>): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const { name, reason } of entries) {
    const names = reasons.get(reason)
    if (names) names.push(name)
    else reasons.set(reason, [name])
  }
  return reasons
}

function listed(names: readonly string[]): string[] {
  const shown = names.slice(0, LISTED).map((name) => `  ${name}`)
  return names.length > LISTED ? [...shown, `  and ${names.length - LISTED} more`] : shown
}

/** Titles come from outside: nothing in them commands a terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300)
}
