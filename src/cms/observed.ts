import type { ObjectStorage } from './object-storage.ts'
import type { ContentSource } from './source.ts'

/** Told of every call of a source: its kind, what came of it, and how long it took. */
export type Observe = (call: string, outcome: 'ok' | 'failed', seconds: number) => void

/** The same source, with every call told of. */
export function observed(source: ContentSource, observe: Observe): ContentSource {
  const told = <T>(call: string, ask: () => Promise<T>): Promise<T> => timed(call, ask(), observe)
  const { ads, under } = source
  return {
    ...source,
    ...(under && { under: (span) => observed(under(span), observe) }),
    ...(ads && { ads: (service) => told('ads', () => ads(service)) }),
    home: (service) => told('home', () => source.home(service)),
    article: (service, path, rank) => told('article', () => source.article(service, path, rank)),
    archive: (service, kind, slug, page, rank) => told(kind, () => source.archive(service, kind, slug, page, rank)),
    search: (service, query, page, rank) => told('search', () => source.search(service, query, page, rank)),
    block: (service, ref) => told('block', () => source.block(service, ref)),
  }
}

/** The same storage, with every call told of. */
export function observedStorage(storage: ObjectStorage, observe: Observe): ObjectStorage {
  return {
    post(service, path, span) {
      const answer = storage.post(service, path, span)
      return answer && timed('stored article', answer, observe)
    },
  }
}

async function timed<T>(call: string, answer: Promise<T>, observe: Observe): Promise<T> {
  const startedAt = performance.now()
  const tell = (outcome: 'ok' | 'failed'): void => observe(call, outcome, (performance.now() - startedAt) / 1000)
  try {
    const value = await answer
    tell('ok')
    return value
  } catch (error) {
    tell('failed')
    throw error
  }
}
