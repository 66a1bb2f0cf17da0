import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { GitRepository } from '../settings.ts'
import { basicCredentials } from '../settings.ts'
import { FetchError } from './limits.ts'

/** Bytes. */
const MOST_OTHER_BYTES = 32 * 1024 * 1024
/** Beginning of a list of refs with the capabilities. Bytes. */
const CAPABILITIES = 4096
/** Milliseconds. */
const HEAD_LIMIT = 30_000

/** Sends the credentials to the repository's own URL and no other, and bounds what comes. */
export function gitHttp({ url: own, credentials, maxPack }: GitRepository): HttpClient {
  const authorization = credentials && { authorization: `Basic ${basicCredentials(credentials)}` }
  let offersThinPacks = false
  const watched = async function* (body: AsyncIterable<Uint8Array>) {
    let head = ''
    for await (const chunk of body) {
      if (head.length < CAPABILITIES) head += Buffer.from(chunk).toString('latin1', 0, CAPABILITIES)
      offersThinPacks ||= / thin-pack[ \n]/.test(head)
      yield chunk
    }
  }
  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), HEAD_LIMIT)
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...authorization },
        body: body === undefined ? null : asking(await whole(body), offersThinPacks),
        redirect: 'manual',
        signal: limit.signal,
      })
        .catch((error: unknown) => {
          throw new FetchError(`${new URL(own).host} cannot be reached: ${reasonOf(error)}`)
        })
        .finally(() => clearTimeout(timer))
      refuseStatus(response, own)
      const received = bounded(response.body ?? [], method === 'POST' ? maxPack : MOST_OTHER_BYTES)
      return {
        url,
        method,
        headers: Object.fromEntries(response.headers),
        statusCode: response.status,
        statusMessage: response.statusText,
        body: method === 'POST' ? received : watched(received),
      }
    },
  }
}

async function whole(body: AsyncIterableIterator<Uint8Array> | Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

const WANT = /^([0-9a-f]{4})(want [0-9a-f]{40} [^\n]*)\n/

/** Without a thin pack, which the client reads and does not ask for, each commit would bring all files again. */
function asking(body: Uint8Array<ArrayBuffer>, offersThinPacks: boolean): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(body).toString('latin1')
  const [whole = '', length = '', want = ''] = WANT.exec(text) ?? []
  if (!offersThinPacks || whole === '') return body
  const more = ' thin-pack'
  const line = (Number.parseInt(length, 16) + more.length).toString(16).padStart(4, '0')
  return new Uint8Array(Buffer.from(`${line}${want}${more}\n${text.slice(whole.length)}`, 'latin1'))
}

async function* bounded(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw new FetchError(`the Git host sends more than the ${most} bytes that a fetch may have`)
    yield chunk
  }
}

function refuseStatus({ status, headers }: Response, own: string): void {
  if (status >= 300 && status < 400) {
    const target = URL.parse(headers.get('location') ?? '', own)
    const moved = target ? `${target.origin}${target.pathname.replace(/\/(?:info\/refs|git-upload-pack)$/, '')}` : ''
    throw new FetchError(`the repository is at another URL: set NEWSROOM_GIT to it (${moved})`)
  }
  if (status === 401 || status === 403) {
    throw new FetchError(`the Git host refuses (${status}): see NEWSROOM_GIT_USER and NEWSROOM_GIT_KEY`)
  }
  if (status === 404) {
    throw new FetchError('the Git host has no such repository (404), or NEWSROOM_GIT_KEY may not read it')
  }
  if (status !== 200) throw new FetchError(`the Git host responds with ${status}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError') return 'no response in time'
  const { cause } = error
  return cause instanceof Error ? cause.message : error.message
}
