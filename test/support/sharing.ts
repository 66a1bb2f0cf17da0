import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { croppedSize, PREVIEW_SIZES, type Size } from '../../src/content/image-sizes.ts'
import { leastGraph } from '../seo/google.ts'

/** What the walk over pages counts (HEAD-28, HEAD-31). */
export interface SharingCounts {
  pages: number
  withoutImage: number
  narrowerThan1200: number
  /** Their own size, the tags, or the alternative text are not true. */
  wronglyDescribed: number
  ofTheService: number
  newsArticles: number
  newsArticlesWithoutImage: number
  newsArticlesWithoutCrops: number
  invalidGraphs: number
}

const LARGE = 1200

/**
 * Measures the images that pages name as other sites and search engines get them.
 * @param base URL of the portal; @param host of the service
 */
export function createSharingWalk(base: string, host?: string) {
  const counts: SharingCounts = {
    pages: 0,
    withoutImage: 0,
    narrowerThan1200: 0,
    wronglyDescribed: 0,
    ofTheService: 0,
    newsArticles: 0,
    newsArticlesWithoutImage: 0,
    newsArticlesWithoutCrops: 0,
    invalidGraphs: 0,
  }
  const problems: string[] = []
  const sizes = new Map<string, Promise<Size | undefined>>()

  const measured = (url: string): Promise<Size | undefined> => {
    const { pathname, search } = new URL(url)
    const key = pathname + search
    const known = sizes.get(key) ?? sizeOf(base + key, host)
    sizes.set(key, known)
    return known
  }

  const note = (kind: Exclude<keyof SharingCounts, 'pages'>, path: string, detail: string): void => {
    counts[kind] += 1
    problems.push(`${path}: ${kind}: ${detail}`)
  }

  return {
    counts,
    problems,
    /** @param html of a page, canonical or AMP */
    async look(path: string, html: string): Promise<void> {
      counts.pages += 1
      const { document } = new JSDOM(html).window
      const meta = (name: string): string | undefined =>
        document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? undefined
      const image = meta('og:image')
      if (image === undefined) note('withoutImage', path, '')
      else {
        if (new URL(image).pathname.startsWith('/assets/share-')) counts.ofTheService += 1
        const size = await measured(image)
        if (!size || size.width < LARGE) note('narrowerThan1200', path, `${image} is ${JSON.stringify(size)}`)
        const said = { width: Number(meta('og:image:width')), height: Number(meta('og:image:height')) }
        const isTrue = size?.width === said.width && size.height === said.height
        const isWhole = Boolean(meta('og:image:alt')) && meta('twitter:card') === 'summary_large_image'
        if (!isTrue || !isWhole) note('wronglyDescribed', path, `${image} ${JSON.stringify([size, said])}`)
      }
      const script = document.querySelector('script[type="application/ld+json"]')?.textContent
      if (script) await lookAtGraph(path, script)
    },
  }

  async function lookAtGraph(path: string, script: string): Promise<void> {
    const { data, error } = leastGraph.safeParse(JSON.parse(script))
    if (!data) return note('invalidGraphs', path, error.message.slice(0, 300))
    for (const node of data['@graph']) {
      if (node['@type'] !== 'NewsArticle') continue
      counts.newsArticles += 1
      if (node.image.length === 0) note('newsArticlesWithoutImage', path, '')
      const own = await Promise.all(node.image.map(measured))
      const source = own[0]
      const has = (shape: Size): boolean =>
        own.slice(node.image.length > PREVIEW_SIZES.length ? 1 : 0).some((size) => isCrop(size, shape, source))
      if (!PREVIEW_SIZES.every(has)) {
        note('newsArticlesWithoutCrops', path, `${node.image.join(' ')} ${JSON.stringify(own)}`)
      }
    }
  }
}

/** Of the shape, and at least 1200 wide or as large as the source allows. */
function isCrop(size: Size | undefined, shape: Size, source: Size | undefined): boolean {
  if (!size) return false
  const isShaped = Math.abs(size.width * shape.height - size.height * shape.width) <= shape.width + shape.height
  const most = source && croppedSize(source, shape)
  return isShaped && (size.width >= LARGE || (most !== undefined && size.width >= most.width - 1))
}

/** Undefined: no image is there. */
async function sizeOf(url: string, host: string | undefined): Promise<Size | undefined> {
  const response = await fetch(url, { headers: host === undefined ? {} : { 'x-forwarded-host': host } })
  if (!response.ok) return undefined
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return format === 'svg' ? undefined : { width, height }
}
