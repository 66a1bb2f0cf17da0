import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { ErrorLevel, SitemapIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'
import { feedsKey, type SurrogateKey, serviceKey } from '../../content/surrogate-keys.ts'
import { cacheAs } from '../../http/caching.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import type { Caching } from '../../system/cache-headers.ts'
import { escapeHtml } from '../../system/escape.ts'
import { MAX_URL_LENGTH } from './paths.ts'
import { sitemapsRoutes } from './route-declarations.ts'

export type MapItems = AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>

const XML = 'application/xml; charset=utf-8'

export function sendIndex(
  response: Response,
  service: Service,
  caching: Caching,
  maps: ReadonlyArray<{ url: string; lastmod: string | undefined }>,
): Promise<void> {
  return send(response, caching, new SitemapIndexStream({ level: ErrorLevel.SILENT }), maps, keysOf(service))
}

export async function sendUrls(
  response: Response,
  service: Service,
  caching: Caching,
  all: MapItems,
  { mayBeEmpty = true, keys = keysOf(service) }: { mayBeEmpty?: boolean; keys?: readonly SurrogateKey[] } = {},
): Promise<void> {
  const items = valid(all)
  // A failing source gives an error, not half a sitemap.
  const first = await items.next()
  if (!first.done) {
    const stream = new SitemapStream({
      level: ErrorLevel.SILENT,
      xmlns: { news: true, image: true, xhtml: false, video: false },
    })
    return send(response, caching, stream, itemsFrom(first.value, items), keys)
  }
  if (!mayBeEmpty) return sendMissing(response)
  cacheAs(response, caching, keys)
  response.type(XML).send(emptyMap(service))
}

export function sendMissing(response: Response): void {
  cacheAs(response, sitemapsRoutes.map.caching.missing)
  response.status(404).type('text').send('404')
}

/** Leaves out URLs that no map may have (MAP-2). */
async function* valid(items: MapItems): AsyncGenerator<SitemapItemLoose, void> {
  for await (const item of items) if (item.url.length <= MAX_URL_LENGTH) yield item
}

async function* itemsFrom(
  first: SitemapItemLoose,
  rest: AsyncIterator<SitemapItemLoose, void>,
): AsyncGenerator<SitemapItemLoose, void> {
  for (let item: SitemapItemLoose | undefined = first; item; ) {
    yield item
    const next: IteratorResult<SitemapItemLoose, void> = await rest.next()
    item = next.done ? undefined : next.value
  }
}

/** A map has at least one URL (sitemaps.org, schema). */
function emptyMap(service: Service): string {
  const home = `<url><loc>${escapeHtml(`${originOf(service)}/`)}</loc></url>`
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${home}</urlset>`
}

function keysOf({ name }: Service): SurrogateKey[] {
  return [feedsKey(name), serviceKey(name)]
}

async function send(
  response: Response,
  caching: Caching,
  stream: SitemapStream | SitemapIndexStream,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  keys: readonly SurrogateKey[],
): Promise<void> {
  cacheAs(response, caching, keys)
  response.type(XML)
  await pipeline(Readable.from(items), stream, response)
}
