import type { Size } from '../../content/image-sizes.ts'
import type { IndexStoreSettings } from '../../search/memory/stored-index.ts'
import { memoryIndexes, type SearchIndexes } from '../../search/search-indexes.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { atMoments, type Clock, elapsed, paced } from '../../system/clock.ts'
import { inSlices, takingTurns } from '../../system/steps.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle, type CatalogueService } from './catalogue.ts'
import { type ChangeReports, createChangeReports, type OnChange } from './change-reports.ts'
import type { FolderChange } from './changes.ts'
import { createFolder, type NewsroomFile } from './folder.ts'
import { folderImages } from './folder-images.ts'
import { createNewsroomIndex, type NewsroomIndexFiles } from './newsroom-index.ts'
import { type ArticleSearch, createArticleSearch, type FollowedSearch, followedSearch } from './search.ts'
import { createShown, type ScannedFolder } from './shown-newsroom.ts'
import { createTextCache, type TextCache } from './text-cache.ts'
import type { UnsavedFile, UnsavedText } from './unsaved.ts'
import { createWireBuilder, type WireBuilder } from './wire.ts'

/** In milliseconds. */
const RESCAN_AFTER = 2000
/** Milliseconds between notes of what has been reported. */
const NOTE_PAUSE = 60_000
const LONG_AGO = Number.NEGATIVE_INFINITY

export interface NewsroomSettings {
  showsDrafts?: boolean
  /** In pixels; undefined: unknown. @param src the path in front matter */
  sizeOf?(src: string): Promise<Size | undefined>
  indexes?: SearchIndexes
  newsroomIndex?: NewsroomIndexFiles
  /** Absent: no index is kept. */
  searchIndexOf?(service: ServiceName): IndexStoreSettings
  timeZone?: TimeZone
  /** Milliseconds since 1970. */
  wallClock?: Clock
}

export interface ServiceNewsroom {
  catalogue: Catalogue
  own: CatalogueService
  search: ArticleSearch
  build: WireBuilder
}

export interface Newsroom {
  /** @throws when the folder could never be read */
  current(): Promise<unknown>
  of(service: Service): Promise<ServiceNewsroom>
  /** Reads the file again if its index entry is outdated. */
  article(
    service: Service,
    find: (newsroom: ServiceNewsroom) => CatalogueArticle | undefined,
  ): Promise<object | undefined>
  /** @throws {NewsroomFileError} with the line, where it cannot be read */
  unsaved(service: Service, file: UnsavedFile): Promise<UnsavedText>
  /** For the first searches of services with many articles. */
  prepareSearches(services: readonly Service[]): Promise<void>
  revision(): unknown
  expire(): void
  /**
   * Scans at intervals, and reports what a request's scan meets, too.
   * @param pauseOf milliseconds until the next scan
   * @returns a function that stops it
   */
  watch(
    pauseOf: () => number,
    onChange: (service: ServiceName, change: FolderChange) => void,
    onError: (error: unknown) => void,
  ): () => void
}

export function createNewsroom(
  folderPath: string,
  services: readonly ServiceName[],
  onError: (error: unknown) => void,
  now: Clock = elapsed,
  settings: NewsroomSettings = {},
): Newsroom {
  const { sizeOf = async () => undefined, indexes = memoryIndexes, searchIndexOf } = settings
  const following = new Map<ServiceName, FollowedSearch>()
  const followingOf = ({ name, language }: Service): FollowedSearch | undefined => {
    const { follow } = indexes
    if (!follow) return undefined
    const search = following.get(name) ?? followedSearch(() => follow(language, searchIndexOf?.(name)))
    following.set(name, search)
    return search
  }
  const scans = createScans(folderPath, services, onError, now, settings)
  const images = folderImages(folderPath)
  const of = async (service: Service): Promise<ServiceNewsroom> => {
    const { catalogue, searches } = await scans.current()
    const own = catalogue.services.get(service.name)
    if (!own) throw new Error(`no catalogue for ${service.name}`)
    const search =
      searches.get(service.name) ?? createArticleSearch(service, own, catalogue, indexes, followingOf(service))
    searches.set(service.name, search)
    return { catalogue, own, search, build: createWireBuilder(service, own, catalogue, images) }
  }
  const article: Newsroom['article'] = async (service, find) => {
    const newsroom = await of(service)
    const chosen = find(newsroom)
    if (!chosen) return undefined
    const { image } = chosen.meta
    const src = image && images(image.src, chosen)
    return inSlices(newsroom.build.article(chosen, src === undefined ? undefined : await sizeOf(src)))
  }
  return {
    of,
    async article(service, find) {
      const json = await article(service, find)
      if (!scans.isOutdated()) return json
      scans.expire()
      return article(service, find)
    },
    async unsaved(service, file) {
      const { calendar } = await scans.current()
      const { unsavedText } = await import('./unsaved.ts')
      return unsavedText(file, { service, newsroom: await of(service), calendar, images, sizeOf })
    },
    async prepareSearches(services) {
      for (const service of services) await (await of(service)).search.prepare()
    },
    current: scans.current,
    revision: scans.revision,
    expire: scans.expire,
    watch: scans.watch,
  }
}

interface Scans extends Pick<Newsroom, 'revision' | 'expire' | 'watch'> {
  current(): Promise<ScannedFolder>
  isOutdated(): boolean
}

function createScans(
  folderPath: string,
  services: readonly ServiceName[],
  onError: (error: unknown) => void,
  now: Clock,
  { showsDrafts = false, timeZone = 'UTC', wallClock = () => Date.now(), newsroomIndex = {} }: NewsroomSettings,
): Scans {
  const index = createNewsroomIndex(newsroomIndex, onError)
  const texts = createTextCache()
  const folder = createFolder(folderPath, index, texts)
  let lastLook = LONG_AGO
  let looking: Promise<void> | undefined
  let isReadBehind = false
  // The current newsroom reports the problems.
  const reports = createChangeReports(index, timeZone, (files, before, calendar) =>
    buildCatalogue(files, services, before, () => {}, showsDrafts, calendar),
  )
  const shown = createShown({ services, index, reports, showsDrafts, timeZone, wallClock, onError })

  const look = async (): Promise<void> => {
    const scanned = await folder.read()
    // After the first readers.
    if (shown.state() && !isReadBehind) void readBehind(scanned.files, texts)
    isReadBehind = shown.state() !== undefined
    await shown.show(scanned)
  }
  /** Shows again when the folder moves or changes meanwhile. */
  const safely = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!shown.state()) throw error
      onError(error)
    }
  }
  const scan = async (): Promise<void> => {
    await safely(look)
    lastLook = now()
  }
  const showDue = (): Promise<void> => safely(shown.show)
  const current = async () => {
    if (shown.isDue()) await showDue()
    if (!shown.state() || now() - lastLook > RESCAN_AFTER) {
      looking ??= scan().finally(() => {
        looking = undefined
      })
      await looking
    }
    const state = shown.state()
    if (!state) throw new Error(`newsroom ${folderPath} could not be read`)
    return state
  }
  const expire = (): void => {
    lastLook = LONG_AGO
  }
  return {
    current,
    isOutdated: () => folder.isOutdated,
    revision: () => shown.state()?.catalogue,
    expire,
    watch(pauseOf, onChange, onFailure) {
      const look = async (): Promise<void> => {
        await current()
        await reports.compareLastRun()
      }
      const stopWaiting = atMoments(showDue, () => shown.state()?.calendar.next(), wallClock)
      const stop = watchBy(reports, { look, expire, pause: pauseOf, onChange, onFailure })
      return () => {
        stopWaiting()
        stop()
      }
    },
  }
}

function watchBy(
  reports: ChangeReports,
  watching: {
    look(): Promise<void>
    expire(): void
    pause(): number
    onChange: OnChange
    onFailure(error: unknown): void
  },
): () => void {
  const { look, expire, pause, onChange, onFailure } = watching
  const note = (): void => {
    if (reports.areRead()) reports.note(NOTE_PAUSE)
  }
  reports.to(onChange)
  look().then(note).catch(onFailure)
  const stop = paced(() => {
    expire()
    look().then(note).catch(onFailure)
  }, pause)
  return () => {
    stop()
    reports.note(1)
    reports.to(undefined)
  }
}

/** Reads the files that an index stood for, as one of the same dates and size may differ. */
async function readBehind(files: readonly NewsroomFile[], texts: TextCache): Promise<void> {
  const pause = takingTurns()
  // Nobody knows which texts of a large newsroom readers open.
  const isSmall = texts.hasRoomFor(files.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0))
  for (const file of files) {
    file.check?.(isSmall)
    await pause()
  }
}
