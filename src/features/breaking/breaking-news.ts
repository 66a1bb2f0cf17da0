import { join } from 'node:path'
import { type BreakingLine, type BreakingState, currentLine, newestAsLine, nextChange } from '../../content/breaking.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { serviceKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import type { Service, ServiceName, Services } from '../../services/service.ts'
import { BREAKING_FILE } from '../../site/site.ts'
import type { FolderProblem } from '../../site/yaml-file.ts'
import { atMoments } from '../../system/clock.ts'
import { readRegularFile } from '../../system/files.ts'
import { systemCode } from '../../system/record.ts'
import type { FileLine } from './breaking-file.ts'

export interface BreakingSettings {
  folder: string | undefined
  services: Services
  reader(service: Service): Pick<ContentRepository, 'archive'>
  purge(purge: Purge, service: Service, stamp: string): Promise<void>
  onBadFile(problems: readonly Pick<FolderProblem, 'message'>[]): void
  onError(error: unknown): void
  interval?: number
}

export interface BreakingNews {
  of(service: Pick<Service, 'name'>): BreakingLine | undefined
  stateOf(service: Pick<Service, 'name'>): BreakingState
  /** Articles of a tag may be others: it looks soon. */
  contentChanged(): void
  close(): void
}

/** For what nobody reports: a changed file, an article that its CMS has published. Milliseconds. */
const INTERVAL = 5000
/** Many changes are one. Milliseconds. */
const CHANGES_PAUSE = 100
/** The parser takes tenths of a second for hostile text of this size (BREAK-2). */
const MAX_BYTES = 16 * 1024

/** Purges a service's pages when its lines change (BREAK-5). */
export async function followBreakingNews({
  folder,
  services,
  reader,
  purge,
  onBadFile,
  onError,
  interval = INTERVAL,
}: BreakingSettings): Promise<BreakingNews> {
  const byFile = createFileReader(folder, services, onBadFile)
  const byTag = new Map<ServiceName, BreakingLine>()
  let shown = new Map<ServiceName, BreakingLine | undefined>()

  const linesOf = ({ name }: Pick<Service, 'name'>): FileLine[] => {
    const tagged = byTag.get(name)
    const own = byFile.lines().filter(({ services: names }) => names === undefined || names.includes(name))
    return tagged ? [...own, tagged] : own
  }
  const of = (service: Pick<Service, 'name'>): BreakingLine | undefined => currentLine(linesOf(service), Date.now())
  let comparedAt = Date.now()
  /** Also what came since the last comparison. */
  const nextOfAll = (): number | undefined => {
    const times = Object.values(services).flatMap((service) => nextChange(linesOf(service), comparedAt) ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  }
  const readTags = async (): Promise<void> => {
    for (const service of Object.values(services)) {
      const line = await taggedLine(service, services, reader)
      const before = byTag.get(service.name)
      if (!line) byTag.delete(service.name)
      // Memoised documents depend on its identity.
      else if (before?.id !== line.id || before.until !== line.until) byTag.set(service.name, line)
    }
  }
  const note = (): Map<ServiceName, BreakingLine | undefined> =>
    new Map(Object.values(services).map((service) => [service.name, of(service)]))
  const compare = (): void => {
    comparedAt = Date.now()
    const now = note()
    for (const service of Object.values(services)) {
      const [before, line] = [shown.get(service.name), now.get(service.name)]
      const hasEnded = line === undefined && before !== undefined && before.until <= Date.now()
      if (hasEnded || (before?.id === line?.id && before?.until === line?.until)) continue
      const tags = [serviceKey(service.name)]
      const stamp = line ? `${line.id} ${line.until}` : 'none'
      purge({ service: service.name, paths: [], tags, only: 'surroundings' }, service, stamp).catch(onError)
    }
    shown = now
  }
  const look = async (): Promise<void> => {
    await byFile.read()
    compare()
    await readTags()
    compare()
  }

  await byFile.read()
  shown = note()
  const looks = createLooks(look, interval, onError)
  const stopWaiting = atMoments(compare, nextOfAll)
  return {
    of,
    stateOf(service) {
      const [lines, now] = [linesOf(service), Date.now()]
      return { line: currentLine(lines, now), until: nextChange(lines, now) }
    },
    contentChanged: looks.soon,
    close() {
      looks.close()
      stopWaiting()
    },
  }
}

/** One at a time: at once, at intervals, and soon after somebody says so. */
function createLooks(
  look: () => Promise<void>,
  interval: number,
  onError: (error: unknown) => void,
): { soon(): void; close(): void } {
  let isLooking = false
  const lookOnce = (): void => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(onError)
      .finally(() => {
        isLooking = false
      })
  }
  let pending: ReturnType<typeof setTimeout> | undefined
  const lookSoon = (): void => {
    pending = undefined
    // What it reads now may be from before the change.
    if (isLooking) soon()
    else lookOnce()
  }
  const soon = (): void => {
    pending ??= setTimeout(lookSoon, CHANGES_PAUSE).unref()
  }
  lookOnce()
  const timer = setInterval(lookOnce, interval).unref()
  return {
    soon,
    close() {
      clearInterval(timer)
      clearTimeout(pending)
    },
  }
}

/** Rejects when the source fails; the last line stays. */
async function taggedLine(
  service: Service,
  services: Services,
  reader: BreakingSettings['reader'],
): Promise<BreakingLine | undefined> {
  const { breaking: ofGroup } = service.group
  const choices = [
    ...(service.breaking ? [{ ...service.breaking, source: service }] : []),
    ...(ofGroup ? [{ ...ofGroup, source: services[ofGroup.service] }] : []),
  ]
  for (const { tag, hours, source } of choices) {
    if (!source) continue
    const archive = await reader(source).archive('tag', tag, 0)
    const origin = source.name === service.name ? '' : source.serviceUrl
    if (isMissing(archive) || origin === undefined) continue
    const line = newestAsLine(archive, hours, Date.now(), origin)
    if (line) return line
  }
  return undefined
}

/** An unusable file leaves the last lines (BREAK-2). */
function createFileReader(
  folder: string | undefined,
  services: Services,
  onBadFile: BreakingSettings['onBadFile'],
): { read(): Promise<void>; lines(): readonly FileLine[] } {
  let lines: readonly FileLine[] = []
  let last = ''
  const take = async (text: string): Promise<void> => {
    const { parseBreaking } = await import('./breaking-file.ts')
    const parsed = parseBreaking(text, services)
    if ('lines' in parsed) lines = parsed.lines
    else onBadFile(parsed.problems)
  }
  return {
    lines: () => lines,
    async read() {
      if (folder === undefined) return
      const text = await textOf(join(folder, BREAKING_FILE))
      const name = typeof text === 'string' ? text : `unreadable: ${text.problem}`
      if (name === last) return
      last = name
      if (typeof text === 'string') await take(text)
      else onBadFile([{ message: text.problem }])
    },
  }
}

/** A missing file is an empty one. */
async function textOf(path: string): Promise<string | { problem: string }> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readRegularFile(path, MAX_BYTES))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    return { problem: error instanceof TypeError ? 'is not in UTF-8: save it in that encoding' : String(error) }
  }
}
