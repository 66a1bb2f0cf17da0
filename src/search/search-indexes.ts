import type { Language } from '../languages/language.ts'
import { createMemoryIndex, createUpdatableMemoryIndex } from './memory/memory-index.ts'
import type { IndexedArticle, SearchIndex, UpdatableIndex } from './search-index.ts'
import { wordsOf } from './words/words.ts'

export interface SearchIndexes {
  /**
   * @param service its name
   * @param articles newest first
   */
  open(service: string, language: Language, articles: () => AsyncIterable<IndexedArticle>): Promise<SearchIndex>
}

export interface UpdatableIndexes {
  /** The index of a service: empty, or with the articles that a database has of it. */
  openUpdatable(service: string, language: Language): Promise<UpdatableIndex>
  /** Whether other instances have the same. */
  readonly areShared: boolean
}

export const memoryIndexes: SearchIndexes & UpdatableIndexes = {
  areShared: false,
  openUpdatable: async (_service, language) => createUpdatableMemoryIndex(await wordsOf(language)),
  open: async (_service, language, articles) => createMemoryIndex(articles(), await wordsOf(language)),
}

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
