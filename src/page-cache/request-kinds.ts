/** Kinds of requests that are not answered from memory. Each waits among its own. */
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

/** The operator's own: health is never asked in a queue. */
const OPERATIONS = /^\/(?:healthz|readyz|version|metrics|ops)(?:[/?]|$)/

/** @param url as the request line has it. @returns undefined: it waits for nobody */
export function kindOf(url: string): RequestKind | undefined {
  if (OPERATIONS.test(url)) return undefined
  return KINDS.find(({ path }) => path.test(url))?.kind ?? 'page'
}
