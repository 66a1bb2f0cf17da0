import { type Clock, elapsed } from '../../system/clock.ts'
import type { WireResponse } from '../source.ts'
import { SourceError } from '../upstream/errors.ts'

interface Endpoint {
  path: string
  isThere: boolean
  /** By the clock. */
  absentUntil: number
}

/** By the two endpoints of one hub (WIRE-9). */
export interface ArticleEndpoints {
  readonly hasPlain: boolean
  /** @param isPlain without interactions */
  read(isPlain: boolean, read: (endpoint: string) => Promise<WireResponse>): Promise<WireResponse>
}

/** Milliseconds; the hub's next release may bring the endpoint. */
const ABSENT = 3_600_000

/**
 * The other endpoint serves an article where the hub lacks the one, or it alone fails. `read` rejects with the last
 * failure that could say whether the article exists.
 */
export function createArticleEndpoints(whole: string, plain: string, now: Clock = elapsed): ArticleEndpoints {
  const endpoint = (path: string): Endpoint => ({ path, isThere: false, absentUntil: Number.NEGATIVE_INFINITY })
  const endpoints = { whole: endpoint(whole), plain: endpoint(plain) }
  const isAbsent = ({ absentUntil }: Endpoint): boolean => now() < absentUntil

  return {
    get hasPlain() {
      return !isAbsent(endpoints.plain)
    },
    async read(isPlain, read) {
      const [first, second] = isPlain ? [endpoints.plain, endpoints.whole] : [endpoints.whole, endpoints.plain]
      if (isAbsent(first)) return read(second.path)
      /** Pages do not try an endpoint that may not exist. */
      const isAlternative = isPlain ? !isAbsent(second) : second.isThere
      const bySecond = async (): Promise<WireResponse | undefined> => {
        const response = await read(second.path)
        if (!hasContent(response)) return undefined
        second.isThere = true
        return response
      }
      let response: WireResponse
      try {
        response = await read(first.path)
      } catch (error) {
        const other = isAlternative && isOfEndpoint(error) ? await bySecond().catch(() => undefined) : undefined
        if (other) return other
        throw error
      }
      if (hasContent(response)) first.isThere = true
      if (first.isThere || !isAlternative) return response
      // An endpoint that may not exist proves no missing article: the other failure stands.
      const other = await bySecond()
      if (other) first.absentUntil = now() + ABSENT
      return other ?? response
    },
  }
}

function hasContent({ json, isUnchanged }: WireResponse): boolean {
  return json !== undefined || isUnchanged === true
}

/** The hub has answered, so its other endpoint may do better. */
function isOfEndpoint(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'status' || error.reason === 'not-json')
}
