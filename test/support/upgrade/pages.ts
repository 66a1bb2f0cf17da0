import { setTimeout as wait } from 'node:timers/promises'
import type { PortalProcess } from '../process.ts'

export interface ShownPage {
  path: string
  status: number
  type: string
  text: string
}

/** One of each kind; articles come from the front page. */
const FIXED = [
  '/',
  '/kategoria/edukacja',
  '/kategoria/najnowsze',
  '/author/maja-lewandowicz',
  '/api/feed/rss',
  '/api/feed/feed-gn',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/news-sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/search?s=portfel',
  '/search?s=kopia%20kluczy',
  '/search/portfel/1',
  '/search/portf/suggestions',
  '/kontakt',
  '/obserwuj',
  '/nagrania/znak.txt',
  '/stary-adres',
  '/nie-ma-takiej',
  '/api/published',
  '/api/most-read',
]
const ARTICLES = 12

/** Paths of a release's pages, as its own front page has them. */
export async function pathsOf(portal: PortalProcess, host: string): Promise<string[]> {
  const { text } = await portal.ask('/', { headers: { host } })
  const links = [...text.matchAll(/href="(\/\d{4}\/\d{2}\/[\w-]+)"/g)].map(([, path = '']) => path)
  const articles = [...new Set(links)].slice(0, ARTICLES)
  const others = articles.slice(0, 3).flatMap((path) => [`/wp-json/amp/v2/post${path}`, `/fragment${path}`])
  return [...FIXED, ...articles, ...others]
}

/** Until the first card below an article's text. */
const TEXT = /<h1[\s\S]*?(?=class="card-(?:picture|text)[ "])/

/** Without what depends on how much a process has read so far: sizes of files, dates of maps, rows below an article. */
function lasting(path: string, text: string): string {
  if (path.startsWith('/api/feed/'))
    return text.replaceAll(/ (?:length|fileSize)="\d+"|<enclosure[^>]*>(?:<\/enclosure>)?/g, '')
  if (path.includes('sitemap')) return text.replaceAll(/<lastmod>[^<]*<\/lastmod>/g, '')
  const upToCards = /^\/\d{4}\//.test(path) ? TEXT.exec(text) : undefined
  return upToCards ? text.slice(0, upToCards.index + upToCards[0].length) : text
}

export async function pagesOf(portal: PortalProcess, host: string, paths: readonly string[]): Promise<ShownPage[]> {
  const pages: ShownPage[] = []
  for (const path of paths) {
    const { status, headers, text } = await portal.ask(path, { headers: { host } })
    pages.push({
      path,
      status,
      type: String(headers['content-type'] ?? headers.location ?? ''),
      text: lasting(path, text),
    })
  }
  return pages
}

/** Pages that differ from those that ought to be shown, each with where it begins. */
function wrongPages(shown: readonly ShownPage[], right: readonly ShownPage[]): string[] {
  const byPath = new Map(right.map((page) => [page.path, page]))
  return shown.flatMap(({ path, status, type, text }) => {
    const other = byPath.get(path)
    if (other && status === other.status && type === other.type && text === other.text) return []
    return [`${path}: ${status} ${type}, not ${other?.status} ${other?.type}; ${differenceOf(text, other?.text ?? '')}`]
  })
}

function differenceOf(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 80))
  return `${part(one)} in place of ${part(other)}`
}

/** An index of words is made behind the first searches (SEARCH-40), and feeds and maps leave out what a busy machine has not read in time. */
const isSettling = (path: string): boolean => /^\/search|^\/api\/feed\/|sitemap/.test(path)
/** Milliseconds. */
const SETTLING_LIMIT = 90_000

/** Pages with what another release left that are not those of an empty folder; searches, feeds and maps once they have settled. */
export async function wrongPagesOf(
  portal: PortalProcess,
  emptyOne: PortalProcess,
  host: string,
  paths: readonly string[],
): Promise<string[]> {
  const compared = async (some: readonly string[]): Promise<string[]> =>
    wrongPages(await pagesOf(portal, host, some), await pagesOf(emptyOne, host, some))
  const [pages, settling] = [paths.filter((path) => !isSettling(path)), paths.filter(isSettling)]
  const wrong = await compared(pages)
  for (const until = performance.now() + SETTLING_LIMIT; ; await wait(1000)) {
    const unsettled = await compared(settling)
    if (unsettled.length === 0 || performance.now() > until) return [...wrong, ...unsettled]
  }
}
