import { decodeArchive, decodeArticle, decodePage, decodeSearch } from '../content/decode.ts'
import type { DecodeContext } from '../content/decode-parts.ts'
import type { ImageRules } from '../content/images.ts'
import type { LinkRules } from '../content/links.ts'
import { isMissing, type Missing } from '../content/missing.ts'
import type { ContentReader } from '../content/reader.ts'
import type { Report } from '../content/report.ts'
import type { Service, Services } from '../services/service.ts'
import { CONTENT_TIMES, type ContentCache, MISSING_TIMES } from './cached.ts'
import type { ContentSource, WireAnswer } from './source.ts'

export interface LibrarySettings {
  source: ContentSource
  cache: ContentCache
  services: Services
  images: ImageRules
  /** Hosts of the CMS: links to them in content mean the portal's own pages. */
  cmsHosts: ReadonlySet<string>
  report: Report
}

/** All content of all services: source, decoding and cache as one. */
export interface Library {
  /** @param revalidate true for a background refresh, which must not be answered with stale content */
  reader(service: Service, options?: { revalidate?: boolean }): ContentReader
  prepare(): Promise<void>
}

/** Content is decoded and normalised when it enters the cache, once per revision (architecture). */
export function createLibrary({ source, cache, services, images, cmsHosts, report }: LibrarySettings): Library {
  return {
    prepare: () => source.prepare(),
    reader(service, { revalidate = false } = {}) {
      const rules: LinkRules = { service, services, images, cmsHosts }
      const read = <T extends object>(
        key: string,
        ask: () => Promise<WireAnswer>,
        decode: (json: unknown, context: DecodeContext) => T | Missing,
      ): Promise<T | Missing> =>
        cache.get<T | Missing>({
          key: `${service.name} ${key}`,
          revalidate,
          timesOf: (value) => (isMissing(value) ? MISSING_TIMES : CONTENT_TIMES),
          load: async () => {
            const { call, json } = await ask()
            return json === undefined ? { missing: true } : decode(json, { rules, report, call })
          },
        })

      return {
        home: () =>
          service.homePageId === undefined
            ? Promise.resolve({ missing: true })
            : read('home', () => source.home(service), decodePage),
        article: (path) => read(`article ${path}`, () => source.article(service, path), decodeArticle),
        archive: (kind, slug, page) =>
          read(`${kind} ${slug} ${page}`, () => source.archive(service, kind, slug, page), decodeArchive),
        search: async (query, page) => {
          const found = await read(
            `search ${page} ${query}`,
            () => source.search(service, query, page),
            (json, context) => ({ cards: decodeSearch(json, context) }),
          )
          return isMissing(found) ? [] : found.cards
        },
      }
    },
  }
}
