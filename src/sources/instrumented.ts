import type { ObjectStorage } from './object-storage.ts'
import type { ContentSource } from './source.ts'

export type Observe = (call: string, outcome: 'ok' | 'failed', seconds: number) => void

export function instrumented(source: ContentSource, observe: Observe): ContentSource {
  const recorded = <T>(call: string, run: () => Promise<T>): Promise<T> => timed(call, run(), observe)
  const optional = <A extends unknown[], T>(
    call: string,
    method: ((...parameters: A) => Promise<T>) | undefined,
  ): ((...parameters: A) => Promise<T>) | undefined =>
    method && ((...parameters) => recorded(call, () => method(...parameters)))
  const { bulk, under } = source
  return {
    ...source,
    under: under && ((span) => instrumented(under(span), observe)),
    ads: optional('ads', source.ads),
    bulk: bulk && ((service, kind, slug, page) => recorded(kind, () => bulk(service, kind, slug, page))),
    card: optional('card', source.card),
    directory: optional('directory', source.directory),
    texts: optional('texts', source.texts),
    draft: optional('draft', source.draft),
    comments: optional('comments', source.comments),
    newestComments: optional('comments', source.newestComments),
    shortLink: optional('short link', source.shortLink),
    home: (service, known) => recorded('home', () => source.home(service, known)),
    plainArticle: optional('article', source.plainArticle),
    article: (service, path, rank, known) => recorded('article', () => source.article(service, path, rank, known)),
    archive: (service, kind, slug, page, rank, known) =>
      recorded(kind, () => source.archive(service, kind, slug, page, rank, known)),
    search: (service, query, page, rank, filters) =>
      recorded('search', () => source.search(service, query, page, rank, filters)),
    suggest: optional('search', source.suggest),
    block: (service, ref) => recorded('block', () => source.block(service, ref)),
  }
}

export function instrumentedStorage(storage: ObjectStorage, observe: Observe): ObjectStorage {
  return {
    post(service, path, span) {
      const response = storage.post(service, path, span)
      return response && timed('stored article', response, observe)
    },
  }
}

async function timed<T>(call: string, response: Promise<T>, observe: Observe): Promise<T> {
  const startedAt = performance.now()
  const record = (outcome: 'ok' | 'failed'): void => observe(call, outcome, (performance.now() - startedAt) / 1000)
  try {
    const value = await response
    record('ok')
    return value
  } catch (error) {
    record('failed')
    throw error
  }
}
