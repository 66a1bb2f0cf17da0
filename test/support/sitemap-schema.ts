import type { XmlElement } from './xml.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'
/** Limits of a map (sitemaps.org, "Sitemap file"). Bytes are those of the file before compression. */
export const MAX_URLS = 50_000
export const MAX_BYTES = 50 * 1024 * 1024
/** Characters of a URL (schema of sitemaps, `tLoc`). */
const LOC_LENGTH = [12, 2048] as const
/** W3C's note on dates and times: a day, or a time with an offset. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The elements of each element, in their order, with how often they may be there. */
interface Rule {
  children: ReadonlyArray<readonly [uri: string, name: string, min: number, max: number]>
  text?: (text: string) => boolean
}
const loc = (text: string): boolean =>
  text.length >= LOC_LENGTH[0] && text.length <= LOC_LENGTH[1] && /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text)
const date = (text: string): boolean => DATE.test(text) && !Number.isNaN(Date.parse(text))
const filled = (text: string): boolean => text.trim() !== ''

const RULES: Record<string, Rule> = {
  [`${SITEMAP} urlset`]: { children: [[SITEMAP, 'url', 1, MAX_URLS]] },
  [`${SITEMAP} sitemapindex`]: { children: [[SITEMAP, 'sitemap', 1, MAX_URLS]] },
  [`${SITEMAP} sitemap`]: {
    children: [
      [SITEMAP, 'loc', 1, 1],
      [SITEMAP, 'lastmod', 0, 1],
    ],
  },
  [`${SITEMAP} url`]: {
    children: [
      [SITEMAP, 'loc', 1, 1],
      [SITEMAP, 'lastmod', 0, 1],
      [NEWS, 'news', 0, 1],
      [IMAGE, 'image', 0, 1000],
    ],
  },
  [`${SITEMAP} loc`]: { children: [], text: loc },
  [`${SITEMAP} lastmod`]: { children: [], text: date },
  [`${IMAGE} image`]: { children: [[IMAGE, 'loc', 1, 1]] },
  [`${IMAGE} loc`]: { children: [], text: loc },
  [`${NEWS} news`]: {
    children: [
      [NEWS, 'publication', 1, 1],
      [NEWS, 'publication_date', 1, 1],
      [NEWS, 'title', 1, 1],
    ],
  },
  [`${NEWS} publication`]: {
    children: [
      [NEWS, 'name', 1, 1],
      [NEWS, 'language', 1, 1],
    ],
  },
  [`${NEWS} publication_date`]: { children: [], text: date },
  [`${NEWS} name`]: { children: [], text: filled },
  [`${NEWS} language`]: { children: [], text: (text) => /^[a-z]{2,3}(?:-[a-z]{2})?$/.test(text) },
  [`${NEWS} title`]: { children: [], text: filled },
}

/**
 * What a map or an index of maps has against the schemas of sitemaps.org and of Google's images and news, written out
 * here: order and number of elements, URLs, dates. Empty where it is valid.
 */
export function sitemapProblems(element: XmlElement, at = element.name): string[] {
  const rule = RULES[`${element.uri} ${element.name}`]
  if (!rule) return [`${at}: unknown element of ${element.uri}`]
  const problems: string[] = []
  if (rule.text && !rule.text(element.text)) problems.push(`${at}: ${element.text.slice(0, 80)}`)
  const left = [...element.children]
  for (const [uri, name, min, max] of rule.children) {
    let count = 0
    while (left[0]?.uri === uri && left[0].name === name) {
      problems.push(...sitemapProblems(left[0], `${at}/${name}`))
      left.shift()
      count += 1
    }
    if (count < min || count > max) problems.push(`${at}: ${count} times ${name}`)
  }
  for (const { name } of left) problems.push(`${at}: ${name} out of place`)
  return problems
}
