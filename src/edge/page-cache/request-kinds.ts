/** Kinds of requests in the fair queue. Each kind has limits and queues of its own. */
export type RequestKind = 'page' | 'search' | 'list' | 'amp' | 'fragment' | 'media' | 'interface' | 'file'

const KINDS: ReadonlyArray<{ path: RegExp; kind: RequestKind }> = [
  { path: /^\/search(?:[/?]|$)/, kind: 'search' },
  { path: /^\/(?:api\/feed\/|(?:news-)?sitemap)/, kind: 'list' },
  { path: /^\/(?:wp-json\/)?amp\//, kind: 'amp' },
  { path: /^\/fragment\//, kind: 'fragment' },
  { path: /^\/media\//, kind: 'media' },
  { path: /^\/(?:api|newsletter)\//, kind: 'interface' },
  { path: /^\/(?:assets|icons)\//, kind: 'file' },
]

/** Endpoints of the operator: a health check must not queue. */
const OPERATIONS = /^\/(?:healthz|readyz|version|metrics|ops)(?:[/?]|$)/

/** @param url as in the request line @returns undefined: the request does not queue */
export function kindOf(url: string): RequestKind | undefined {
  if (OPERATIONS.test(url)) return undefined
  return KINDS.find(({ path }) => path.test(url))?.kind ?? 'page'
}
