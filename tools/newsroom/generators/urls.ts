/** URLs that do not lead to a page or a file of the site by its path. */
export const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i

/** Decoded, where that is possible: `100%.jpg` is not an escape. */
export function pathOf(url: string): string {
  const { pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The path below the folder in which a site lies. */
export function withoutBase(path: string, root: string): string {
  const base = pathOf(root).replace(/\/$/, '')
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}
