import type { Article } from '../content/article.ts'
import type { DecodeContext } from '../content/decode/context.ts'
import type { LinkRules } from '../content/links.ts'
import { reusableRefs } from '../content/normalise/blocks.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import { cmsPath } from '../content/public-paths.ts'
import { DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import { postOfKey, serviceKey } from '../content/surrogate-keys.ts'
import type { Purge } from '../purge/purge.ts'
import type { Service } from '../services/service.ts'
import { elapsed } from '../system/clock.ts'
import { orNothing } from '../system/deadline.ts'
import { firstOf, type Report } from '../system/report.ts'
import { shortHash } from '../system/short-hash.ts'
import { inSlices, nextTurn, type Steps } from '../system/steps.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import type { ContentSource, Validator, WireResponse } from './source.ts'

export type FetchWire = (known?: Validator) => Promise<WireResponse>
export type Decode<T extends object> = (json: unknown, context: DecodeContext) => Steps<T | Missing>
export interface Before<T> {
  content: T
  /**
   * Whether a date may prove unchanged content.
   * @param readAt of the whole content, by `elapsed`
   */
  trustsDate(readAt: number): boolean
}
/**
 * Loads and decodes without a cache. Unchanged content stays the same object, which is neither decoded nor rendered
 * again (SRC-61).
 */
export type Load = <T extends object>(
  fetchWire: FetchWire,
  decode: Decode<T>,
  before?: Before<T>,
) => Promise<T | Missing>

interface Revision {
  validator: Validator
  readAt: number
}

const revisions = new WeakMap<object, Revision>()
/** Digest of shared blocks, which have revisions of their own; absent: content has none. */
const sharedBlocks = new WeakMap<object, { refs: readonly string[]; digest: string }>()
/** Milliseconds; a date says nothing of what surrounds a text. */
export const DATE_TRUSTED = 600_000

interface LoadingSettings {
  service: Service
  source: ContentSource
  cache: ContentCache
  revalidate: boolean
  rules: LinkRules
  report: Report
  ownBlocks: OwnBlocks | undefined
}

export interface Loading {
  load: Load
  /** Unreadable shared blocks count as unchanged. */
  hasSameBlocks(content: object): Promise<boolean>
}

export function createLoading(settings: LoadingSettings): Loading {
  const { service, source, cache, revalidate, rules, report, ownBlocks } = settings
  /** In a separate cache a block's short failure ends soon. */
  const readBlock = (ref: string): Promise<WireResponse> =>
    cache.get({
      key: `${service.name} block ${ref}`,
      revalidate,
      policyOf: ({ json }) => (json === undefined ? MISSING_POLICY : CONTENT_POLICY),
      load: () => source.block(service, ref),
    })
  const hasSameBlocks = async (content: object): Promise<boolean> => {
    const known = sharedBlocks.get(content)
    if (!known) return true
    const read = Promise.all(known.refs.map(async (ref) => [ref, (await readBlock(ref)).json] as const))
    const blocksNow = await orNothing(read, DEADLINE.secondary)
    return blocksNow === undefined || digestOf(blocksNow) === known.digest
  }

  const whole = async <T extends object>(readAt: number, response: WireResponse, decode: Decode<T>) => {
    const { call, json, validator } = response
    if (json === undefined) return { missing: true as const }
    const reusable = await reusableBlocks(json, readBlock, report)
    await nextTurn()
    const context = { rules, report: firstOf(report), call, reusable, ownBlocks }
    const decoded = await inSlices(decode(json, context))
    if (validator && !isMissing(decoded)) revisions.set(decoded, { validator, readAt })
    if (reusable.size > 0) sharedBlocks.set(decoded, { refs: [...reusable.keys()], digest: digestOf([...reusable]) })
    return decoded
  }

  const load: Load = async (fetchWire, decode, before) => {
    const readAt = elapsed()
    const known = before && revisions.get(before.content)
    const isTrusted = (revision: Revision): boolean =>
      revision.validator.isExact ||
      (readAt - revision.readAt < DATE_TRUSTED && before?.trustsDate(revision.readAt) === true)
    if (!before || !known || !isTrusted(known)) return whole(readAt, await fetchWire(), decode)
    const response = await fetchWire(known.validator)
    if (!response.isUnchanged) return whole(readAt, response, decode)
    return (await hasSameBlocks(before.content)) ? before.content : whole(readAt, await fetchWire(), decode)
  }
  return { load, hasSameBlocks }
}

function digestOf(blocks: ReadonlyArray<readonly [ref: string, json: unknown]>): string {
  return shortHash(JSON.stringify(blocks), 12)
}

const MAX_NAMED = 1000
const ANY_SERVICE = serviceKey('')

/** An older date does not stand for articles that a purge names (SRC-61). */
export interface KnownChanges {
  /** @param purge absent: anything may have changed */
  note(purge?: Purge): void
  /** @param readAt by `elapsed` */
  mayConcern(article: Pick<Article, 'id' | 'path'>, readAt: number): boolean
  /** A purge has named articles so far. */
  readonly areNamed: boolean
  /** By `elapsed`. */
  readonly lastAt: number
}

export function createKnownChanges(): KnownChanges {
  let allAt = Number.NEGATIVE_INFINITY
  let lastAt = Number.NEGATIVE_INFINITY
  let areNamed = false
  /** By id, and by path in CMS form. */
  const namedAt = new Map<string, number>()
  return {
    get areNamed() {
      return areNamed
    },
    get lastAt() {
      return lastAt
    },
    note(purge) {
      const now = elapsed()
      lastAt = now
      const ids = purge?.tags.flatMap((tag) => postOfKey(tag) ?? []) ?? []
      // A purge of lists or of a whole service may concern any article.
      const isNamed = ids.length > 0 && !purge?.tags.some((tag) => tag.startsWith(ANY_SERVICE))
      const names = isNamed ? [...ids, ...(purge?.paths ?? []).map(cmsPath)] : []
      if (isNamed) areNamed = true
      for (const name of names) namedAt.set(name, now)
      if (isNamed && namedAt.size <= MAX_NAMED) return
      allAt = now
      namedAt.clear()
    },
    mayConcern({ id, path }, readAt) {
      const at = Math.max(allAt, ...[id, cmsPath(path)].map((name) => namedAt.get(name) ?? allAt))
      return at >= readAt
    },
  }
}

/** More on a page are an accident or an attack. */
const MAX_SHARED_BLOCKS = 50

/** Within `DEADLINE.secondary`; missing or late blocks are dropped. */
export async function reusableBlocks(
  json: unknown,
  load: (ref: string) => Promise<WireResponse>,
  report: Report,
): Promise<ReadonlyMap<string, unknown>> {
  const responsesByRef = new Map<string, unknown>()
  const requested = new Set<string>()
  const deadline = performance.now() + DEADLINE.secondary
  const read = async (ref: string): Promise<unknown> => {
    try {
      return (await load(ref)).json
    } catch (error) {
      report({ call: `block ${ref}`, field: 'core/block', kind: error instanceof Error ? error.message : 'failed' })
      return undefined
    }
  }
  for (let refs = reusableRefs(json); refs.length > 0; ) {
    const pendingRefs = refs.filter((ref) => !requested.has(ref)).slice(0, MAX_SHARED_BLOCKS - requested.size)
    for (const ref of pendingRefs) requested.add(ref)
    const left = deadline - performance.now()
    const responses = await Promise.all(pendingRefs.map((ref) => orNothing(read(ref), left)))
    pendingRefs.forEach((ref, index) => {
      responsesByRef.set(ref, responses[index])
    })
    refs = responses.flatMap(reusableRefs).filter((ref) => !requested.has(ref))
    if (requested.size >= MAX_SHARED_BLOCKS || performance.now() > deadline) break
  }
  return responsesByRef
}
