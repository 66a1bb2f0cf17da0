import { DEADLINE } from '../content/reader.ts'
import type { Service } from '../services/service.ts'
import type { Span } from '../tracing/span.ts'
import { createHosts, type HostSettings } from './host.ts'
import { createJsonClient, type JsonAnswer } from './http.ts'

/** Posts that the publisher puts into object storage, as files of JSON in the shape of the CMS (SRC-1). */
export interface ObjectStorage {
  /**
   * @param path CMS form: begins with "/", no trailing slash
   * @returns undefined: no post is stored under such a path, and nothing was asked
   * @throws {SourceError}
   */
  post(service: Service, path: string, span?: Span): Promise<JsonAnswer> | undefined
}

const SEGMENT = /^[A-Za-z0-9_-]+$/
const HTML_SUFFIX = /\.html$/
/** Less than the deadline: a call that has used up all of it speaks against the host. Milliseconds. */
const SILENCE = DEADLINE.secondary * 0.75
/** Further articles are fetched side by side, before anything is known of the host (SRC-6). */
const CALLS_AT_FIRST = 16

/**
 * Object storage is a host of its own (SRC-11): it shares neither breaker nor turns with the CMS, and gets no credentials.
 * @param settings where they are not the usual
 */
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

/**
 * Where a post is below the prefix of its service (SRC-2).
 * @returns undefined for a path that names no file
 */
function storedPath(path: string): string | undefined {
  const [root, ...segments] = path.replace(HTML_SUFFIX, '').split('/')
  const isStored = root === '' && segments.length > 0 && segments.every((segment) => SEGMENT.test(segment))
  return isStored ? `/wp_wpisy/${segments.join('/')}.json` : undefined
}
