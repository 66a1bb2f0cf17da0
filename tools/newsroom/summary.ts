import { REDIRECTS_FILE } from '../../src/site/redirects.ts'
import type { Loss } from './source.ts'

interface Note {
  name: string
  reason: string
}

/** Bounds notes of unreadable items (COST-40). */
const MAX_NOTED = 10_000
const MAX_NAME = 300
const MAX_LOSSES = 100

export interface Summary {
  imported: number
  updated: number
  unchanged: number
  images: number
  skipped: Note[]
  failed: Note[]
  mended: Note[]
  unlisted: { skipped: number; failed: number; mended: number; renamed: number }
  others: Map<string, number>
  renamed: Array<{ name: string; to: string }>
  shortcodes: Map<string, number>
  houseFiles: string[]
  redirects: number
  /** In `public/`. */
  publicFiles: Set<string>
  /** By file. */
  lost: Map<string, Loss[]>
  /** By name. */
  keptHtml: Map<string, number>
  isInterrupted: boolean
  isDryRun: boolean
}

export function emptySummary(): Summary {
  return {
    imported: 0,
    updated: 0,
    unchanged: 0,
    images: 0,
    skipped: [],
    failed: [],
    mended: [],
    unlisted: { skipped: 0, failed: 0, mended: 0, renamed: 0 },
    others: new Map(),
    renamed: [],
    shortcodes: new Map(),
    houseFiles: [],
    redirects: 0,
    publicFiles: new Set(),
    lost: new Map(),
    keptHtml: new Map(),
    isInterrupted: false,
    isDryRun: false,
  }
}

/** Only counts after ten thousand. */
export function note(summary: Summary, kind: 'skipped' | 'failed' | 'mended', { name, reason }: Note): void {
  if (summary[kind].length < MAX_NOTED) summary[kind].push({ name: shortened(name), reason: shortened(reason) })
  else summary.unlisted[kind] += 1
}

export function noteRenamed(summary: Summary, name: string, to: string): void {
  if (summary.renamed.length < MAX_NOTED) summary.renamed.push({ name: shortened(name), to })
  else summary.unlisted.renamed += 1
}

/** Notes ten thousand files with a hundred losses each (SRC-74). */
export function noteLost(summary: Summary, file: string, losses: readonly Loss[]): void {
  if (losses.length === 0) return
  const known = summary.lost.get(file) ?? (summary.lost.size < MAX_NOTED ? [] : undefined)
  if (!known) return
  summary.lost.set(shortened(file), [...known, ...losses].slice(0, MAX_LOSSES))
}

/** Further names are counted together. */
export function count(counts: Map<string, number>, name: string, by = 1): void {
  const key = counts.has(name) || counts.size < MAX_NOTED ? shortened(name) : '…'
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** A substring would keep the whole text in memory. */
function shortened(text: string): string {
  return text.length > MAX_NAME ? Buffer.from(text.slice(0, MAX_NAME)).toString() : text
}

const LISTED = 20
const LISTED_FILES = 1000
const MENDED = 1000

export function summaryText(summary: Summary): string {
  const { imported, updated, unchanged, images, skipped, failed, unlisted, renamed, shortcodes, houseFiles } = summary
  const [allSkipped, allFailed] = [skipped.length + unlisted.skipped, failed.length + unlisted.failed]
  const counts = { imported, updated, unchanged, skipped: allSkipped, failed: allFailed, images }
  const lines = [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  ]
  for (const [reason, names] of byReason(skipped)) lines.push(`skipped, ${reason}:`, ...listed(names))
  for (const [reason, names] of byReason(failed)) lines.push(`failed, ${reason}:`, ...listed(names))
  if (unlisted.skipped + unlisted.failed > 0) {
    lines.push(`not listed: ${unlisted.skipped} more that were skipped, ${unlisted.failed} more that failed`)
  }
  for (const [reason, names] of byReason(summary.mended)) lines.push(`mended, ${reason}:`, ...listed(names, 0, MENDED))
  if (unlisted.mended > 0) lines.push(`not listed: ${unlisted.mended} more that were mended`)
  if (summary.others.size > 0) {
    lines.push('left out, as a newsroom has no place for them:')
    lines.push(...listed([...summary.others].map(([type, count]) => `${type} ${count}`)))
  }
  if (renamed.length > 0) {
    lines.push('under another name, as their own was taken or could not be one:')
    lines.push(
      ...listed(
        renamed.map(({ name, to }) => `${name} -> ${to}`),
        unlisted.renamed,
      ),
    )
  }
  if (shortcodes.size > 0) {
    lines.push('shortcodes taken out, what stood between them kept:')
    lines.push(...listed([...shortcodes].map(([name, count]) => `[${name}] ${count}`)))
  }
  lines.push(...lostLines(summary))
  if (summary.keptHtml.size > 0) {
    lines.push('blocks that stay HTML in Markdown, so that they are shown whole:')
    lines.push(...listed([...summary.keptHtml].map(([name, count]) => `${name} ${count}`)))
  }
  if (summary.redirects > 0) lines.push(`redirects of old URLs: ${summary.redirects} rows in ${REDIRECTS_FILE}`)
  if (summary.publicFiles.size > 0)
    lines.push(`recordings and documents, for the site folder: ${summary.publicFiles.size} in public/`)
  if (houseFiles.length > 0) lines.push(`written next to the articles: ${houseFiles.length} files`)
  if (summary.isDryRun) lines.push('a dry run: nothing was written, and nothing was fetched')
  if (summary.isInterrupted) lines.push('interrupted: the same command goes on from here')
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function lostLines({ lost }: Summary): string[] {
  const all = [...lost.values()].reduce((sum, { length }) => sum + length, 0)
  if (all === 0) return []
  const files = [...lost]
    .slice(0, LISTED_FILES)
    .flatMap(([file, losses]) => [
      `  ${file}: ${losses.length}`,
      ...listed(losses.map(({ line, what }) => (line === undefined ? `  ${what}` : `  line ${line}: ${what}`))),
    ])
  const more = lost.size - LISTED_FILES
  return [`lost, ${all} in ${lost.size} files:`, ...files, ...(more > 0 ? [`  and ${more} more files`] : [])]
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

function listed(names: readonly string[], unlisted = 0, most = LISTED): string[] {
  const shown = names.slice(0, most).map((name) => `  ${name}`)
  const more = names.length - shown.length + unlisted
  return more > 0 ? [...shown, `  and ${more} more`] : shown
}

/** A terminal would obey control characters. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300)
}
