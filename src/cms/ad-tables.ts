import { type AdTable, describedSlots, NO_TABLE, serviceTable } from '../content/ad-table.ts'
import { DEADLINE } from '../content/reader.ts'
import { kindOf, type Report } from '../content/report.ts'
import type { Service, ServiceName } from '../services/service.ts'
import type { Span } from '../tracing/span.ts'
import { type CacheTimes, CONTENT_TIMES, type ContentCache } from './cached.ts'
import { inTime } from './deadline.ts'
import { SourceError } from './errors.ts'
import { type ContentSource, sourceUnder } from './source.ts'

/** Longer than a process lives. Milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000

/** As fresh as other content; then readers do not wait for it any more, and the last good one never ends (ADS-3). */
const TABLE_TIMES: CacheTimes = { ...CONTENT_TIMES, whileRevalidating: YEAR, staleIfError: YEAR }
/** After a failure the CMS is asked again so much later. Milliseconds. */
const FAILED_TIMES: CacheTimes = { ...TABLE_TIMES, fresh: 5000 }

/** A reader waits so long for a newer table after a purge, where an older one is known. Milliseconds. */
const KNOWN_PATIENCE = 500

/** The tables of advertising slots that a CMS has for its services. */
export interface AdTables {
  /**
   * The table of a service, within `DEADLINE.secondary`; never rejects. The same object until the CMS says something
   * else.
   */
  of(service: Service, revalidate: boolean, span?: Span): Promise<AdTable>
}

interface Known {
  table: AdTable
  /** What the CMS wrote. */
  written: string
}

/** Docs/decisions/027. */
export function createAdTables(source: ContentSource, cache: ContentCache, report: Report): AdTables {
  const good = new Map<ServiceName, Known>()
  const lastOf = ({ name }: Service): AdTable => good.get(name)?.table ?? NO_TABLE

  /** @throws {SourceError} */
  const ask = async (service: Service, ads: NonNullable<ContentSource['ads']>): Promise<AdTable | undefined> => {
    const { call, json } = await ads(service)
    const table = serviceTable(json)
    if (!table) {
      report({ call, field: 'ad slots of the service', kind: kindOf(json) })
      return undefined
    }
    const written = JSON.stringify(describedSlots(json))
    const known = good.get(service.name)
    if (known && written === known.written) return known.table
    good.set(service.name, { table, written })
    return table
  }

  return {
    async of(service, revalidate, span) {
      const { ads } = sourceUnder(source, span)
      if (!ads) return NO_TABLE
      const load = async (): Promise<{ table: AdTable; isGood: boolean }> => {
        const table = await ask(service, ads).catch((error: unknown) => {
          const call = error instanceof SourceError ? error.call : `ads of ${service.name}`
          report({
            call,
            field: 'ad slots of the service',
            kind: error instanceof SourceError ? error.reason : 'failed',
          })
          return undefined
        })
        return { table: table ?? lastOf(service), isGood: table !== undefined }
      }
      const asked = cache.get({
        key: `${service.name} ads`,
        revalidate,
        timesOf: ({ isGood }) => (isGood ? TABLE_TIMES : FAILED_TIMES),
        load,
      })
      return inTime(
        asked.then(({ table }) => table),
        good.has(service.name) && !revalidate ? KNOWN_PATIENCE : DEADLINE.secondary,
        lastOf(service),
      )
    },
  }
}
