import type { ServiceName } from '../../services/service.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import type { Catalogue } from './catalogue.ts'
import { changesBetween, type FolderChange } from './changes.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import { isArticle, type NewsroomFile } from './folder.ts'
import type { IndexedArticle, LastRun, NewsroomIndex } from './newsroom-index.ts'

export type OnChange = (service: ServiceName, change: FolderChange) => void

interface Look {
  catalogue: Catalogue
  calendar: Calendar
  files: readonly NewsroomFile[]
  /** Milliseconds since 1970. */
  at: number
}

export interface ChangeReports {
  /** @param receiver undefined: nobody */
  to(receiver: OnChange | undefined): void
  areRead(): boolean
  /** A look found nothing new. @param at milliseconds since 1970 */
  lookedAt(at: number): void
  /** @param before undefined: this is the first look */
  compare(look: Look, before: Catalogue | undefined): void
  /** Reports once what changed since the last process. */
  compareLastRun(): Promise<void>
  /** Notes the end of the reported time. @param pause milliseconds since the last note */
  note(pause: number): void
}

/** @param build makes the catalogue of the last process */
export function createChangeReports(
  index: NewsroomIndex,
  timeZone: TimeZone,
  build: (files: readonly NewsroomFile[], now: Catalogue, calendar: Calendar) => Promise<Catalogue>,
): ChangeReports {
  let receiver: OnChange | undefined
  let [reportedAt, notedAt] = [0, 0]
  /** The first look, until its comparison with the last process. */
  let first: Look | 'compared' | undefined
  const report = (before: Catalogue, after: Catalogue): void => {
    if (receiver) for (const [service, change] of changesBetween(before, after)) receiver(service, change)
  }
  return {
    to(next) {
      receiver = next
    },
    areRead: () => receiver !== undefined,
    lookedAt(at) {
      reportedAt = at
    },
    compare(look, before) {
      first ??= look
      if (before) report(before, look.catalogue)
      reportedAt = look.at
    },
    async compareLastRun() {
      if (!first || first === 'compared') return
      const { files, at, catalogue, calendar } = first
      first = 'compared'
      const before = beforeThisRun(index.takeLastRun(), files, calendar, at, timeZone)
      if (before) report(await build(before.files, catalogue, before.calendar), catalogue)
    },
    note(pause) {
      if (first !== 'compared' || Math.abs(reportedAt - notedAt) < pause) return
      notedAt = reportedAt
      void index.noteReported(notedAt)
    },
  }
}

/** Milliseconds, without a note of the last process. */
const UNKNOWN_PAUSE = 15 * 60_000

interface Before {
  files: readonly NewsroomFile[]
  calendar: Calendar
}

/**
 * What the last process showed, where it differs (PURGE-12). Home pages, terms and authors are the current ones.
 * @param current of the first catalogue
 * @returns undefined: nothing differs
 */
function beforeThisRun(
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

/** Has no text. */
function fileOf(indexed: IndexedArticle): NewsroomFile {
  return { path: indexed.path, text: '', indexed }
}
