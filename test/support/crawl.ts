import type { PortalProcess, ProcessResponse } from './process.ts'

const LINK = /(?:href|src|poster)="([^"]+)"|<loc>([^<]+)<\/loc>|"url":"(\/[^"]+)"|"src":"(\/[^"]+)"/g

/** Every response of a portal that links lead to, by its path. Links to other hosts are not followed. */
export async function crawl(
  portal: PortalProcess,
  { from, host, most }: { from: readonly string[]; host: string; most: number },
): Promise<Map<string, ProcessResponse>> {
  const seen = new Map<string, ProcessResponse>()
  const waiting = [...from]
  for (let path = waiting.shift(); path !== undefined && seen.size < most; path = waiting.shift()) {
    if (seen.has(path)) continue
    const response = await portal.ask(path, { headers: { host } })
    seen.set(path, response)
    const { location } = response.headers
    // What a template's links are is known once it has been filled.
    const written = response.text.replace(/<template[\s\S]*?<\/template>/g, '')
    const links = [...written.matchAll(LINK)].flatMap(([, ...groups]) => groups.find(Boolean) ?? [])
    for (const link of [...links, ...(location === undefined ? [] : [location])]) {
      const url = URL.parse(link.replaceAll('&amp;', '&'), `http://${host}`)
      if (url?.host === host && !seen.has(url.pathname + url.search)) waiting.push(url.pathname + url.search)
    }
  }
  return seen
}
