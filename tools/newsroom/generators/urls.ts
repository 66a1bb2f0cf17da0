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

export function withoutBase(path: string, root: string): string {
  const base = pathOf(root).replace(/\/$/, '')
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}
