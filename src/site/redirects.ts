/** Name in the site folder (SITE-18). */
export const REDIRECTS_FILE = 'redirects.csv'

/** Absent: 410. */
export interface Redirect {
  status: 301 | 302 | 307 | 308 | 410
  location?: string
}

export interface Redirects {
  size: number
  /**
   * @param url path and query
   * @returns the chain's end; undefined: none
   */
  of(host: string, url: string): Redirect | undefined
  /** Another query may lead elsewhere. */
  countsQuery(host: string, url: string): boolean
}

/** Written by `formOf`. */
export interface RedirectRow extends Redirect {
  /** Path, or host and path; without a prefix's `*`. */
  from: string
  isPrefix: boolean
}

const MAX_HOPS = 20
/** One makes the whole chain temporary. */
const TEMPORARY = [302, 307]

export class RedirectLoop extends Error {
  override readonly name = 'RedirectLoop'
}

/**
 * Drops a trailing slash and normalises escapes.
 * @returns undefined for no path
 */
export function formOf(path: string): string | undefined {
  const url = path.startsWith('/') && !path.startsWith('//') ? URL.parse(path, 'http://relative.invalid') : null
  if (url?.host !== 'relative.invalid') return undefined
  const written = url.pathname.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
  return `${written.length > 1 && written.endsWith('/') ? written.slice(0, -1) : written}${url.search}`
}

/** The first row of a path wins. */
export function createRedirects(rows: readonly RedirectRow[]): Redirects & {
  follow(url: string): Redirect | undefined
  rowsOf(url: string): RedirectRow[]
} {
  const rowAt = createLookup(rows)
  const withQueries = new Set(rows.flatMap(({ from }) => (from.includes('?') ? [pathOf(from)] : [])))
  const hasHosts = rows.some(({ from }) => !from.startsWith('/'))

  const redirectFor = (url: string): Redirect | undefined => {
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? '' : url.slice(mark)
    const row = rowAt(url, path)
    if (row?.isPrefix) return withQuery(withRest(row, path.slice(row.from.length)), query)
    return row && withQuery(row, row.from.includes('?') ? '' : query)
  }

  /** What leads to itself stays: `/a` of `/a/*,/a`. */
  const step = (url: string, host: string | undefined): Redirect | undefined => {
    const redirect = redirectFor(url)
    if (redirect?.location === undefined) return redirect
    const location = pathOn(host, redirect.location)
    const path = formOf(location)
    return path === url || path === url.slice(url.indexOf('/')) ? undefined : { ...redirect, location }
  }

  /** @throws {RedirectLoop} */
  const follow = (url: string, host?: string): Redirect | undefined => {
    let last: Redirect | undefined
    let next = step(url, host)
    for (let hops = 1; next; hops++) {
      if (hops > MAX_HOPS) throw new RedirectLoop(url)
      const isTemporary = last !== undefined && TEMPORARY.includes(last.status) && next.status !== 410
      last = isTemporary ? { ...next, status: 302 } : next
      const target = next.location === undefined ? undefined : formOf(next.location)
      next = target === undefined ? undefined : step(target, host)
    }
    return last
  }

  return {
    size: rows.length,
    follow,
    rowsOf(url) {
      const passed: RedirectRow[] = []
      for (let at: string | undefined = url; at !== undefined && passed.length <= MAX_HOPS; ) {
        const row = rowAt(at, at.split('?', 1)[0] ?? at)
        const location: string | undefined = step(at, undefined)?.location
        if (row) passed.push(row)
        at = row === undefined || location === undefined ? undefined : formOf(location)
      }
      return passed
    },
    of(host, url) {
      const path = formOf(url)
      if (path === undefined) return undefined
      try {
        return (hasHosts ? follow(`${host}${path}`, host) : undefined) ?? follow(path, host)
      } catch (error) {
        // `*` may stand for a loop.
        if (error instanceof RedirectLoop) return undefined
        throw error
      }
    },
    countsQuery(host, url) {
      if (withQueries.size === 0) return false
      const path = pathOf(formOf(url) ?? '')
      return withQueries.has(path) || withQueries.has(`${host}${path}`)
    },
  }
}

/** The longest prefix wins. */
function createLookup(rows: readonly RedirectRow[]): (url: string, path: string) => RedirectRow | undefined {
  const [exact, prefixes] = [new Map<string, RedirectRow>(), new Map<string, RedirectRow>()]
  let deepest = 0
  for (const row of rows) {
    const map = row.isPrefix ? prefixes : exact
    if (!map.has(row.from)) map.set(row.from, row)
    if (row.isPrefix) deepest = Math.max(deepest, row.from.split('/').length)
  }

  const longestPrefix = (path: string): RedirectRow | undefined => {
    let end = endOfSegments(path, deepest)
    for (; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const row = prefixes.get(path.slice(0, end))
      if (row) return row
    }
    return prefixes.get('')
  }
  return (url, path) => exact.get(url) ?? exact.get(path) ?? (prefixes.size > 0 ? longestPrefix(path) : undefined)
}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** A URL on the request's host is followed like a path. */
function pathOn(host: string | undefined, location: string): string {
  const url = host === undefined || location.startsWith('/') ? null : URL.parse(location)
  return url?.host === host && url ? `${url.pathname}${url.search}${url.hash}` : location
}

function endOfSegments(path: string, count: number): number {
  let end = -1
  for (let segment = 0; segment < count; segment++) {
    const next = path.indexOf('/', end + 1)
    if (next === -1) return path.length
    end = next
  }
  return end
}

function withRest({ status, location }: RedirectRow, rest: string): Redirect {
  return { status, location: location?.endsWith('*') ? joined(location, rest) : location }
}

/** `//host` would be another host. */
function joined(location: string, rest: string): string {
  const base = location.slice(0, -1)
  return base.endsWith('/') ? `${base}${rest.replace(/^\/+/, '')}` : `${base}${rest}`
}

/** Visitors' queries pass to a target without one. */
function withQuery({ status, location }: Redirect, query: string): Redirect {
  if (location === undefined) return { status }
  const mark = location.indexOf('#')
  const [target, fragment] = mark === -1 ? [location, ''] : [location.slice(0, mark), location.slice(mark)]
  return { status, location: query === '' || target.includes('?') ? location : `${target}${query}${fragment}` }
}
