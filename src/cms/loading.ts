import type { DecodeContext } from '../content/decode/context.ts'
import type { LinkRules } from '../content/links.ts'
import type { Missing } from '../content/missing.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import { firstOf, type Report } from '../content/report.ts'
import { inSlices, nextTurn, type Steps } from '../content/steps.ts'
import type { Service } from '../services/service.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import { reusableBlocks } from './reusable-blocks.ts'
import type { ContentSource, WireResponse } from './source.ts'

export type FetchWire = () => Promise<WireResponse>
export type Decode<T extends object> = (json: unknown, context: DecodeContext) => Steps<T | Missing>
/** Loads content and decodes it, without a cache. */
export type Load = <T extends object>(fetchWire: FetchWire, decode: Decode<T>) => Promise<T | Missing>

interface LoadingSettings {
  service: Service
  source: ContentSource
  cache: ContentCache
  revalidate: boolean
  rules: LinkRules
  report: Report
  ownBlocks: OwnBlocks | undefined
}

/** What is decoded holds the shared blocks that it names. */
export function createLoading({ service, source, cache, revalidate, rules, report, ownBlocks }: LoadingSettings): Load {
  /** Cached separately, so that a block's short failure does not remove it from articles for long. */
  const readBlock = (ref: string): Promise<WireResponse> =>
    cache.get({
      key: `${service.name} block ${ref}`,
      revalidate,
      policyOf: ({ json }) => (json === undefined ? MISSING_POLICY : CONTENT_POLICY),
      load: () => source.block(service, ref),
    })
  return async (fetchWire, decode) => {
    const { call, json } = await fetchWire()
    if (json === undefined) return { missing: true }
    const reusable = await reusableBlocks(json, readBlock, report)
    await nextTurn()
    return inSlices(decode(json, { rules, report: firstOf(report), call, reusable, ...(ownBlocks && { ownBlocks }) }))
  }
}
