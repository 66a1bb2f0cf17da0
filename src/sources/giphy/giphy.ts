import { LRUCache } from 'lru-cache'
import type { GiphyItem } from '../../content/block.ts'
import { DEADLINE } from '../../content/repository.ts'
import type { FailureReason } from '../../observability/host-watch.ts'
import type { Span } from '../../observability/tracing/span.ts'
import type { CachePolicy } from '../../system/cache-headers.ts'
import type { Clock } from '../../system/clock.ts'
import { within } from '../../system/deadline.ts'
import { BodyTooLarge, boundedText } from '../../system/network/response.ts'
import { isRecord } from '../../system/record.ts'
import type { Report } from '../../system/report.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import { createContentCache } from '../cache/content-cache.ts'
import { type FailureFacts, SourceError } from '../upstream/errors.ts'
import { createHosts, type HostSettings } from '../upstream/host.ts'
import { giphyOrigins, isSameItem, readGiphyFailure, readGiphyItem } from './item.ts'

export interface GiphySettings {
  /** It must not appear in a page, log line or message. */
  key: string
  /** Without a trailing slash. */
  apiUrl: string
}

/** By id (GIF-1). */
export interface GiphyClient {
  /** Never rejects: a late or unusable response is a failure with a message, and one report. */
  item(id: string, span?: Span): Promise<GiphyItem>
}

const RATING = 'pg-13'
const SECOND = 1000
/** See GIF-2. */
const ITEM_POLICY: CachePolicy = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 }
const FAILED_POLICY: CachePolicy = { maxAge: 6, staleWhileRevalidate: 0, staleIfError: 0, isUnbounded: true }
/** Bytes, decoded; a real response has about 10 kB. */
const MAX_RESPONSE_BYTES = 256 * 1024
/** Milliseconds: the deadline minus the start-up of a call. */
const SILENCE = DEADLINE.secondary - 200
const MAX_KNOWN = 500
const KNOWN_FOR = 3600 * SECOND

/** @param hosts a failing host gets no calls (docs/decisions/014) */
export function createGiphy(
  { key, apiUrl }: GiphySettings,
  report: Report,
  now?: Clock,
  hosts: HostSettings = {},
): GiphyClient {
  const origins = giphyOrigins(apiUrl)
  const spellings = [key, encodeURIComponent(key), new URLSearchParams({ key }).toString().slice('key='.length)]
  const isSecret = (text: string): boolean => spellings.some((spelling) => text.includes(spelling))
  const host = createHosts({ silence: SILENCE, ...hosts })(apiUrl)
  // Items must evict no content, and failures stay visible.
  const cache = createContentCache(() => {}, now)
  const known = new LRUCache<string, GiphyItem>({ max: MAX_KNOWN, ttl: KNOWN_FOR })

  const load = async (id: string, span: Span | undefined): Promise<GiphyItem> => {
    const path = `/v1/gifs/${encodeURIComponent(id)}`
    const call = `GET ${path}`
    const url = `${apiUrl}${path}?${new URLSearchParams({ api_key: key, rating: RATING })}`
    try {
      const json = await within(DEADLINE.secondary, (signal) =>
        host.run({ call, rank: 'primary', deadline: DEADLINE.secondary, signal, span }, () =>
          getJson(url, call, signal),
        ),
      )
      const item = readGiphyItem(json, origins, isSecret)
      if (!item || item.kind === 'no-video') {
        report({ call, field: 'data.images', kind: `no video exists for the id ${id}` })
      }
      if (item?.kind === 'rating') report({ call, field: 'data.rating', kind: `above ${RATING}` })
      return item ?? readGiphyFailure(json, isSecret)
    } catch (error) {
      report({ call, field: 'answer', kind: kindOf(error) })
      return readGiphyFailure(error instanceof GiphyRefusal ? error.json : undefined, isSecret)
    }
  }
  /** Keeps a previous equal item, whose pages need no new rendering. */
  const loadLasting = async (id: string, span: Span | undefined): Promise<GiphyItem> => {
    const [before, item] = [known.get(id), await load(id, span)]
    if (before && isSameItem(before, item)) return before
    if (item.kind === 'animation') known.set(id, item)
    return item
  }
  return {
    item: (id, span) =>
      cache.get({
        key: id,
        load: () => loadLasting(id, span),
        policyOf: ({ kind }) => (kind === 'failed' || kind === 'location' ? FAILED_POLICY : ITEM_POLICY),
      }),
  }
}

class GiphyRefusal extends SourceError {
  constructor(
    call: string,
    status: number,
    readonly json: unknown,
  ) {
    super(call, 'status', `HTTP ${status}`, { status })
  }
}

/** The platform's messages may contain the key, so the log gets fixed words only. */
function kindOf(error: unknown): string {
  if (!(error instanceof SourceError)) return 'unreachable'
  return error.reason === 'status' ? `HTTP ${error.facts.status}` : WORDS[error.reason]
}

const WORDS: Record<Exclude<FailureReason, 'status'>, string> = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  incomplete: 'incomplete',
  'too-large': 'too large',
  redirect: 'redirect',
  'not-json': 'not JSON',
  open: 'not asked: it has failed of late',
  busy: 'not asked: too many calls wait for it',
  refused: 'refused',
}

/**
 * Follows no redirects, which would pass the key on.
 * @throws {SourceError}
 */
async function getJson(url: string, call: string, signal: AbortSignal): Promise<unknown> {
  const failed = (reason: FailureReason, facts?: FailureFacts): SourceError =>
    new SourceError(call, signal.aborted ? 'timeout' : reason, 'no usable answer', facts)
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual', signal }).catch(
    (error: unknown) => {
      throw failed('unreachable', { isCutOff: isCutOff(error) })
    },
  )
  const body = await boundedText(response, MAX_RESPONSE_BYTES).catch((error: unknown) => {
    throw failed(error instanceof BodyTooLarge ? 'too-large' : 'incomplete')
  })
  const json = parsed(body)
  if (!response.ok) throw new GiphyRefusal(call, response.status, json)
  if (json === undefined) throw failed('not-json')
  return json
}

/** Whether an open connection broke. */
function isCutOff(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return isRecord(cause) && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')
}

function parsed(body: string): unknown {
  try {
    return parseWellFormed(body)
  } catch {
    return undefined
  }
}
