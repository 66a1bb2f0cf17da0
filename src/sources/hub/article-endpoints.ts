import { type Clock, elapsed } from '../../system/clock.ts'
import type { WireResponse } from '../source.ts'
import { SourceError } from '../upstream/errors.ts'

interface Endpoint {
  path: string
  isThere: boolean
  /** By the clock. */
  absentUntil: number
}

/** Reads articles by the two endpoints of one hub (WIRE-9). */
export interface ArticleEndpoints {
  readonly hasPlain: boolean
  /**
   * @param isPlain without interactions
   * @param read reads by the path of an endpoint
   */
  read(isPlain: boolean, read: (endpoint: string) => Promise<WireResponse>): Promise<WireResponse>
}

/** Milliseconds, as a missing endpoint may come with the hub's next release. */
const ABSENT = 3_600_000

/**
 * The other endpoint serves an article where the hub lacks the one, or fails at it alone. `read` rejects with what the
 * last call threw that could say whether the article exists.
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
      /** A page's article is not looked for at an endpoint that may not exist. */
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
      // An endpoint that may not exist does not say that an article is missing: a failure of the other one stands.
      const other = await bySecond()
      if (other) first.absentUntil = now() + ABSENT
      return other ?? response
    },
  }
}

function hasContent({ json, isUnchanged }: WireResponse): boolean {
  return json !== undefined || isUnchanged === true
}

/** The hub has answered, so that its other endpoint may do better. */
function isOfEndpoint(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'status' || error.reason === 'not-json')
}
