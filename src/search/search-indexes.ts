import type { Language } from '../languages/language.ts'
import type { IndexStoreSettings } from './memory/stored-index.ts'
import type { FollowingIndex, IndexedArticle, SearchIndex, UpdatableIndex } from './search-index.ts'

export interface SearchIndexes {
  /** @param articles newest first */
  open(service: string, language: Language, articles: () => AsyncIterable<IndexedArticle>): Promise<SearchIndex>
  /** Absent: `open` is called again where articles have changed. */
  follow?(language: Language, store: IndexStoreSettings | undefined): Promise<FollowingIndex>
}

export interface UpdatableIndexes {
  /** Empty, or with what a database has. */
  openUpdatable(service: string, language: Language): Promise<UpdatableIndex>
  /** Other instances have the same. */
  readonly areShared: boolean
}

export const memoryIndexes = {
  areShared: false,
  async openUpdatable(_service, language) {
    const { createUpdatableMemoryIndex, wordsOf } = await import('./memory/memory-index.ts')
    return createUpdatableMemoryIndex(await wordsOf(language))
  },
  async open(_service, language, articles) {
    const { createMemoryIndex, wordsOf } = await import('./memory/memory-index.ts')
    return createMemoryIndex(articles(), await wordsOf(language))
  },
  async follow(language, store) {
    const { createFollowingIndex } = await import('./memory/following-index.ts')
    return createFollowingIndex(language, store)
  },
} satisfies Required<SearchIndexes> & UpdatableIndexes

/** @param onFailure called for each call that memory stands in for */
export function withStandIn(indexes: SearchIndexes, onFailure: (error: unknown) => void): SearchIndexes {
  return {
    async open(service, language, articles) {
      let standIn: Promise<SearchIndex> | undefined
      let index: Promise<SearchIndex> | undefined
      const or = async <T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> => {
        try {
          index ??= indexes.open(service, language, articles)
          return await ask(await index)
        } catch (error) {
          index = undefined
          onFailure(error)
          standIn ??= memoryIndexes.open(service, language, articles)
          return ask(await standIn)
        }
      }
      return {
        find: (query, filters, from, count) => or((one) => one.find(query, filters, from, count)),
        suggest: (query, count) => or((one) => one.suggest(query, count)),
      }
    },
  }
}
