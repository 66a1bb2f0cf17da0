import type { ContentSource } from './source.ts'

/** Told of every call of a source: its kind, what came of it, and how long it took. */
export type Observe = (call: string, outcome: 'ok' | 'failed', seconds: number) => void

/** The same source, with every call told of. */
export function observed(source: ContentSource, observe: Observe): ContentSource {
  const told = async <T>(call: string, ask: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const tell = (outcome: 'ok' | 'failed'): void => observe(call, outcome, (performance.now() - startedAt) / 1000)
    try {
      const answer = await ask()
      tell('ok')
      return answer
    } catch (error) {
      tell('failed')
      throw error
    }
  }
  return {
    ...source,
    home: (service) => told('home', () => source.home(service)),
    article: (service, path, rank) => told('article', () => source.article(service, path, rank)),
    archive: (service, kind, slug, page, rank) => told(kind, () => source.archive(service, kind, slug, page, rank)),
    search: (service, query, page) => told('search', () => source.search(service, query, page)),
    block: (service, ref) => told('block', () => source.block(service, ref)),
  }
}
