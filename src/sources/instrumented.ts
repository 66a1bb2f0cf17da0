import type { ObjectStorage } from './object-storage.ts'
import type { ContentSource } from './source.ts'

/** Called for every call of a source, with its kind, its outcome and its duration. */
export type Observe = (call: string, outcome: 'ok' | 'failed', seconds: number) => void

/** The same source with every call recorded. */
export function instrumented(source: ContentSource, observe: Observe): ContentSource {
  const recorded = <T>(call: string, run: () => Promise<T>): Promise<T> => timed(call, run(), observe)
  const { ads, bulk, directory, draft, comments, newestComments, plainArticle, shortLink, suggest, texts, under } =
    source
  return {
    ...source,
    ...(under && { under: (span) => instrumented(under(span), observe) }),
    ...(ads && { ads: (service) => recorded('ads', () => ads(service)) }),
    ...(bulk && { bulk: (service, kind, slug, page) => recorded(kind, () => bulk(service, kind, slug, page)) }),
    ...(directory && {
      directory: (service, kind, page) => recorded('directory', () => directory(service, kind, page)),
    }),
    ...(texts && { texts: (service, page) => recorded('texts', () => texts(service, page)) }),
    ...(draft && { draft: (service, id) => recorded('draft', () => draft(service, id)) }),
    ...(comments && {
      comments: (service, id, page) => recorded('comments', () => comments(service, id, page)),
    }),
    ...(newestComments && { newestComments: (service) => recorded('comments', () => newestComments(service)) }),
    ...(shortLink && { shortLink: (service, query) => recorded('short link', () => shortLink(service, query)) }),
    home: (service, known) => recorded('home', () => source.home(service, known)),
    ...(plainArticle && {
      plainArticle: (service, path, rank, known) => recorded('article', () => plainArticle(service, path, rank, known)),
    }),
    article: (service, path, rank, known) => recorded('article', () => source.article(service, path, rank, known)),
    archive: (service, kind, slug, page, rank, known) =>
      recorded(kind, () => source.archive(service, kind, slug, page, rank, known)),
    search: (service, query, page, rank, filters) =>
      recorded('search', () => source.search(service, query, page, rank, filters)),
    ...(suggest && { suggest: (service, query, count) => recorded('search', () => suggest(service, query, count)) }),
    block: (service, ref) => recorded('block', () => source.block(service, ref)),
  }
}

/** The same storage with every call recorded. */
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
