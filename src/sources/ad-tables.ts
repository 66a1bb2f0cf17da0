import { type AdTable, describedSlots, NO_TABLE, serviceTable } from '../content/ad-table.ts'
import { DEADLINE } from '../content/repository.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service, ServiceName } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { inTime } from '../system/deadline.ts'
import { kindOf, type Report } from '../system/report.ts'
import { CONTENT_POLICY, type ContentCache } from './cache/content-cache.ts'
import { type ContentSource, sourceUnder } from './source.ts'
import { SourceError } from './upstream/errors.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Readers get a stale table at once, and the last good one outlives the process (ADS-3). */
const TABLE_POLICY: CachePolicy = { ...CONTENT_POLICY, staleWhileRevalidate: YEAR_SECONDS, staleIfError: YEAR_SECONDS }
const FAILED_POLICY: CachePolicy = { ...TABLE_POLICY, maxAge: 5 }

/** Milliseconds that a purge waits for a newer table, when an older one is cached. */
const KNOWN_PATIENCE = 500

export interface AdTables {
  /** Resolves within `DEADLINE.secondary`, never rejects; the same object until the CMS changes it. */
  of(service: Service, revalidate: boolean, span?: Span): Promise<AdTable>
  last(service: Service): AdTable
}

interface Known {
  table: AdTable
  written: string
}

/** See docs/decisions/027. */
export function createAdTables(source: ContentSource, cache: ContentCache, report: Report): AdTables {
  const good = new Map<ServiceName, Known>()
  const lastOf = ({ name }: Service): AdTable => good.get(name)?.table ?? NO_TABLE

  /** @throws {SourceError} */
  const fetchTable = async (service: Service, ads: NonNullable<ContentSource['ads']>): Promise<AdTable | undefined> => {
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
    last: lastOf,
    async of(service, revalidate, span) {
      const { ads } = sourceUnder(source, span)
      if (!ads) return NO_TABLE
      const load = async (): Promise<{ table: AdTable; isGood: boolean }> => {
        const table = await fetchTable(service, ads).catch((error: unknown) => {
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
      const pendingTable = cache.get({
        key: `${service.name} ads`,
        revalidate,
        policyOf: ({ isGood }) => (isGood ? TABLE_POLICY : FAILED_POLICY),
        load,
      })
      return inTime(
        pendingTable.then(({ table }) => table),
        good.has(service.name) && !revalidate ? KNOWN_PATIENCE : DEADLINE.secondary,
        lastOf(service),
      )
    },
  }
}
