import { restPath } from '../../content/wordpress-paths.ts'
import type { Span } from '../../observability/tracing/span.ts'
import type { Rank } from '../source.ts'
import { SourceError } from '../upstream/errors.ts'
import type { JsonClient, JsonResponse } from '../upstream/http.ts'
import type { Query } from './fields.ts'
import { restIndex } from './wire.ts'

export interface CallBudget {
  rank: Rank
  left(): number
  span?: Span
}

/** @param milliseconds limit for all calls, from now on */
export function createBudget(rank: Rank, milliseconds: number, span?: Span): CallBudget {
  const end = performance.now() + milliseconds
  return { rank, span, left: () => Math.max(1, end - performance.now()) }
}

export type RestCall = (route: string, query: Query, about: CallBudget) => Promise<JsonResponse>

/** In error bodies of any status they mean "not found". */
const MISSING_CODES = ['rest_post_invalid_page_number', 'rest_post_invalid_id', 'rest_term_invalid', 'rest_no_route']
/** Every REST API of WordPress has it. */
const POSTS = 'wp/v2/posts'
/** Milliseconds between two tries of the other place. */
const LOOKUP_INTERVAL = 60_000

/** Of one site: below `/wp-json/`, or behind `?rest_route=` (SRC-64). */
export function createRestCalls(http: JsonClient): RestCall & { isPlain(): boolean } {
  let isPlain = false
  /** There was JSON below `/wp-json/`. */
  let isThere = false
  let lookup: { at: number; isPlain: Promise<boolean> } | undefined

  const callAt = (route: string, query: Query, { rank, left, span }: CallBudget): Promise<JsonResponse> =>
    http.get(restPath(route, String(new URLSearchParams(query)), isPlain), left(), {
      ...{ rank, missingCodes: MISSING_CODES, span },
      // A server may close other routes in its own words.
      isMissing: route === POSTS ? isMissing : undefined,
    })

  const becomesPlain = (about: CallBudget): Promise<boolean> => {
    if (lookup && performance.now() - lookup.at < LOOKUP_INTERVAL) return lookup.isPlain
    const budget: CallBudget = { ...about, rank: 'secondary' }
    const index = http.get(restPath('', '_fields=namespaces', true), budget.left(), {
      rank: 'secondary',
      span: about.span,
    })
    const answer = index.then(
      ({ json }) => restIndex.safeParse(json).data?.namespaces.includes('wp/v2') === true,
      () => false,
    )
    lookup = { at: performance.now(), isPlain: answer }
    return answer
  }

  const call: RestCall = async (route, query, about) => {
    // Another call may change the place meanwhile.
    const wasPlain = isPlain
    const first = await callAt(route, query, about).catch((error: unknown) => {
      if (error instanceof SourceError) return error
      throw error
    })
    isThere ||= !wasPlain && !(first instanceof SourceError) && first.json !== undefined
    const isElsewhere = !wasPlain && isAbsent(first) && !(isThere && route !== POSTS)
    if (isElsewhere && (isPlain || (await becomesPlain(about)))) {
      isPlain = true
      return callAt(route, query, about)
    }
    if (first instanceof SourceError) throw first
    return first
  }
  return Object.assign(call, { isPlain: () => isPlain })
}

/** Missing content comes in JSON; HTML means that there is no REST API. */
function isMissing(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body
}

function isAbsent(response: JsonResponse | SourceError): boolean {
  if (response instanceof SourceError) return response.reason === 'not-json' || response.facts.status === 404
  return response.json === undefined && response.status === 404 && !/json/.test(response.headers['content-type'] ?? '')
}
