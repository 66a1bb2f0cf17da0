import { LRUCache } from 'lru-cache'
import { BodyTooLarge, boundedText } from '../bounded-body.ts'
import type { Clock } from '../clock.ts'
import type { GiphyItem } from '../content/giphy-item.ts'
import { DEADLINE } from '../content/reader.ts'
import { isRecord } from '../content/record.ts'
import type { Report } from '../content/report.ts'
import type { Span } from '../tracing/span.ts'
import { type CacheTimes, createContentCache } from './cached.ts'
import { within } from './deadline.ts'
import { type FailureFacts, type FailureReason, SourceError } from './errors.ts'
import { giphyOrigins, isSameItem, readGiphyFailure, readGiphyItem } from './giphy-item.ts'
import { createHosts, type HostSettings } from './host.ts'

export interface GiphySettings {
  /** Stands in the address of the call, and nowhere else: in no page, log line or message. */
  key: string
  /** `https://api.giphy.com`, or another base without a trailing slash. */
  apiUrl: string
}

/** Giphy's animations by id (GIF-1). */
export interface GiphyClient {
  /** Never rejects: what is late or unusable is a failure with its message, and one report. */
  item(id: string, span?: Span): Promise<GiphyItem>
}

const RATING = 'pg-13'
const SECOND = 1000
/** GIF-2. */
const FOUND: CacheTimes = { fresh: 60 * SECOND, whileRevalidating: 0, staleIfError: 0, shelf: 'content' }
const FAILED: CacheTimes = { fresh: 6 * SECOND, whileRevalidating: 0, staleIfError: 0, shelf: 'made-up' }
/** Bytes of a decoded answer; a real one has about 10 kB. */
const MAX_ANSWER_BYTES = 256 * 1024
/** A call that was silent for all of its deadline speaks against the host, less what starting it takes. Milliseconds. */
const SILENCE = DEADLINE.secondary - 200
/** Items are compared with what they were within this time. */
const MAX_KNOWN = 500
const KNOWN_FOR = 3600 * SECOND

/** @param hosts how the provider's host is treated: while it fails it is not asked (docs/decisions/014) */
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
  // On its own, so that its items push out no content. It never covers up a failure.
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
  /** The item known before, where the new one shows the same: then pages with it stay what they are. */
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
        timesOf: ({ kind }) => (kind === 'failed' || kind === 'location' ? FAILED : FOUND),
      }),
  }
}

/** An answer that is no success of HTTP, with what it says. */
class GiphyRefusal extends SourceError {
  constructor(
    call: string,
    status: number,
    readonly json: unknown,
  ) {
    super(call, 'status', `HTTP ${status}`, { status })
  }
}

/** For the log: only words of our own, as those of the platform may hold the address, and so the key. */
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
 * No redirect is followed, which would take the key elsewhere.
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
  const body = await boundedText(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
    throw failed(error instanceof BodyTooLarge ? 'too-large' : 'incomplete')
  })
  const json = parsed(body)
  if (!response.ok) throw new GiphyRefusal(call, response.status, json)
  if (json === undefined) throw failed('not-json')
  return json
}

/** The connection was there, and ended. */
function isCutOff(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return isRecord(cause) && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
