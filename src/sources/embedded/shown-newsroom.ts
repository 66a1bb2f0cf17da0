import type { ServiceName } from '../../services/service.ts'
import type { Clock } from '../../system/clock.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { buildCatalogue, type Catalogue, indexedArticles, indexedYaml } from './catalogue.ts'
import type { ChangeReports } from './change-reports.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import type { NewsroomFile } from './folder.ts'
import type { NewsroomIndex } from './newsroom-index.ts'
import type { ArticleSearch } from './search.ts'

export interface ScannedFolder {
  files: readonly NewsroomFile[]
  catalogue: Catalogue
  calendar: Calendar
  searches: Map<ServiceName, ArticleSearch>
}

type Scanned = Pick<ScannedFolder, 'files'> & { hasChanged: boolean }

export interface Shown {
  state(): ScannedFolder | undefined
  /** @param scanned absent: a date has come, and a busy disk does not hold it up */
  show(scanned?: Scanned): Promise<void>
  /** A date has come since the last try. */
  isDue(): boolean
}

interface ShownSettings {
  showsDrafts: boolean
  timeZone: TimeZone
  /** Milliseconds since 1970. */
  wallClock: Clock
  services: readonly ServiceName[]
  index: NewsroomIndex
  reports: ChangeReports
  onError(error: unknown): void
}

/** One catalogue is made after the other. */
export function createShown(settings: ShownSettings): Shown {
  const { services, index, reports, showsDrafts, timeZone, wallClock, onError } = settings
  let state: ScannedFolder | undefined
  let triedAt = 0
  const showNow = async (scanned: Scanned | undefined): Promise<void> => {
    const files = scanned?.files ?? state?.files
    const hasChanged = scanned?.hasChanged ?? false
    const at = wallClock()
    if (!files) return
    if (!hasChanged && state?.calendar.holdsAt(at)) {
      if (scanned) reports.lookedAt(at)
      return
    }
    triedAt = at
    const before = state?.catalogue
    const calendar = calendarAt(at, timeZone)
    const catalogue = await buildCatalogue(files, services, before, onError, showsDrafts, calendar, index)
    if (hasChanged) void index.save(indexedArticles(files), indexedYaml(files)).then(() => index.noteReported(at))
    state = { files, catalogue, calendar, searches: new Map() }
    reports.compare({ ...state, at }, before)
  }
  let showing: Promise<unknown> = Promise.resolve()
  return {
    state: () => state,
    show(scanned) {
      const shown = showing.then(() => showNow(scanned))
      showing = shown.catch(() => {})
      return shown
    },
    isDue: () => state?.calendar.holdsAt(triedAt) === true && !state.calendar.holdsAt(wallClock()),
  }
}
