import type { TimeZone } from '../../system/time-zone.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import { isArticle, type NewsroomFile } from './folder.ts'
import type { IndexedArticle, LastRun } from './newsroom-index.ts'

/** Where no process before has left a note, this long. Milliseconds. */
const UNKNOWN_PAUSE = 15 * 60_000

interface Before {
  files: readonly NewsroomFile[]
  calendar: Calendar
}

/**
 * What the process before this one had shown last, as far as it differs: an article whose time came meanwhile, or whose file was
 * changed, is a change that nobody has reported (PURGE-12). Home pages, terms and authors count as they are now.
 * @param current of the first catalogue
 * @returns undefined: nothing differs
 */
export function beforeThisRun(
  lastRun: LastRun | undefined,
  files: readonly NewsroomFile[],
  current: Calendar,
  now: number,
  zone: TimeZone,
): Before | undefined {
  const until = lastRun?.until ?? now - UNKNOWN_PAUSE
  const before = lastRun ? filesOf(lastRun.articles, files) : files
  if (current.holdsAt(until) && before === files) return undefined
  return { files: before, calendar: calendarAt(until, zone) }
}

/** @returns `files` itself where nothing differs */
function filesOf(articles: readonly IndexedArticle[], files: readonly NewsroomFile[]): readonly NewsroomFile[] {
  const byPath = new Map(articles.map((article) => [article.path, article]))
  let isSame = true
  const before: NewsroomFile[] = []
  for (const file of files) {
    const known = byPath.get(file.path)
    byPath.delete(file.path)
    if (!isArticle(file.path) || (known && known.digest === file.digest)) before.push(file)
    else {
      isSame = false
      if (known) before.push(fileOf(known))
    }
  }
  if (isSame && byPath.size === 0) return files
  return [...before, ...[...byPath.values()].map(fileOf)]
}

/** Its text is gone. */
function fileOf(indexed: IndexedArticle): NewsroomFile {
  return { path: indexed.path, text: '', indexed }
}
