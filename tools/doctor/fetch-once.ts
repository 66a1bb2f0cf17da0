import { restPath } from '../../src/content/wordpress-paths.ts'
import { reasonOf } from '../../src/system/network/response.ts'
import { type WholeJson, wholeJson } from '../../src/system/network/whole-json.ts'

export interface SiteResponse {
  status: number
  headers: Headers
  text: string
  isMarked: boolean
}

export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

const DEADLINE_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024

/** GETs a URL once, within 15 s, without following redirects. @throws {NoResponse} */
export async function fetchOnce(url: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
  const { bytes, ...response } = await fetchFile(url, headers)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const isMarked = text.startsWith('\ufeff')
  return { ...response, isMarked, text: isMarked ? text.replace(/^\ufeff+/, '') : text }
}

/**
 * GETs a route of WordPress, below `/wp-json/` or behind `?rest_route=`.
 * @param query without its question mark
 * @throws {NoResponse}
 */
export async function fetchRest(
  url: string,
  route: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<SiteResponse & { isPlain: boolean }> {
  const response = await fetchOnce(`${url}${restPath(route, query, false)}`, headers)
  if (jsonOf(response) !== undefined) return { ...response, isPlain: false }
  const plain = await fetchOnce(`${url}${restPath(route, query, true)}`, headers).catch(() => undefined)
  return plain && jsonOf(plain) !== undefined ? { ...plain, isPlain: true } : { ...response, isPlain: false }
}

/** @throws {NoResponse} */
export async function fetchFile(
  url: string,
  headers: Record<string, string> = {},
): Promise<Omit<SiteResponse, 'text' | 'isMarked'> & { bytes: Buffer }> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS)
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: controller.signal })
    return { status: response.status, headers: response.headers, bytes: await bodyOf(response) }
  } catch (error) {
    throw new NoResponse(
      controller.signal.aborted ? `no response within ${DEADLINE_MS / 1000} seconds` : reasonOf(error),
    )
  } finally {
    clearTimeout(timer)
  }
}

async function bodyOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    chunks.push(chunk)
    if (bytes > MAX_BYTES) break
  }
  return Buffer.concat(chunks)
}

export function jsonOf(response: SiteResponse): unknown {
  return wholeJsonOf(response)?.json
}

export function wholeJsonOf(response: SiteResponse): WholeJson | undefined {
  try {
    return wholeJson(response.text)
  } catch {
    return undefined
  }
}
