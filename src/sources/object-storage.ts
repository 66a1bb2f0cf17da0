import { DEADLINE } from '../content/repository.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import { createHosts, type HostSettings } from './upstream/host.ts'
import { createJsonClient, type JsonResponse } from './upstream/http.ts'

/** The publisher's JSON files in the shape of the CMS (SRC-1). */
export interface ObjectStorage {
  /**
   * @param path in CMS form
   * @returns undefined, without a call, for a path that cannot have a post
   * @throws {SourceError}
   */
  post(service: Service, path: string, span?: Span): Promise<JsonResponse> | undefined
}

const SEGMENT = /^[A-Za-z0-9_-]+$/
const HTML_SUFFIX = /\.html$/
/** Milliseconds; a call that used up the deadline counts against the host. */
const SILENCE = DEADLINE.secondary * 0.75
/** Loads further articles in parallel before the host's health is known (SRC-6). */
const CALLS_AT_FIRST = 16

/** A host of its own (SRC-11), without the breaker, bulkheads and credentials of the CMS. */
export function createObjectStorage(url: string, settings: HostSettings = {}): ObjectStorage {
  const hostOf = createHosts({ silence: SILENCE, callsAtFirst: CALLS_AT_FIRST, ...settings })
  const client = createJsonClient(url, undefined, hostOf(url))
  return {
    post({ settingsOf }, path, span) {
      const stored = storedPath(path)
      return stored === undefined ? undefined : client.get(`/${settingsOf}${stored}`, DEADLINE.secondary, { span })
    },
  }
}

/** Below its service's prefix (SRC-2); undefined where it cannot be a file. */
function storedPath(path: string): string | undefined {
  const [root, ...segments] = path.replace(HTML_SUFFIX, '').split('/')
  const isStored = root === '' && segments.length > 0 && segments.every((segment) => SEGMENT.test(segment))
  return isStored ? `/wp_wpisy/${segments.join('/')}.json` : undefined
}
