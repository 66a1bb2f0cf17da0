import type { Logger } from 'pino'
import { memoryIndexes, type SearchIndexes, type UpdatableIndexes } from '../../search/search-indexes.ts'
import type { BackgroundIndexSettings } from '../../sources/background-index/upkeep.ts'
import type { ContentSettings } from '../../sources/settings.ts'
import { sparingly } from '../../sources/stored-articles.ts'
import type { PostgresqlSettings } from '../../system/postgresql/settings.ts'
import type { SearchSettings } from './settings.ts'

const MOST_IN_MEMORY = 10_000
const MOST_IN_DATABASE = Infinity

export interface OpenIndexes {
  indexes: SearchIndexes
  background?: BackgroundIndexSettings
  close(): Promise<void>
}

export async function openIndexes(
  env: SearchSettings & PostgresqlSettings & Pick<ContentSettings, 'content'>,
  log: Logger,
  onState: (service: string, isCurrent: boolean) => void = () => {},
): Promise<OpenIndexes> {
  if (env.searchIndex === 'off') {
    const { plainIndexes } = await import('../../search/plain/plain-index.ts')
    return { indexes: plainIndexes, close: async () => {} }
  }
  if (env.searchIndex === 'memory' || !env.database) {
    const background = backgroundOf(env, memoryIndexes, MOST_IN_MEMORY, { log, onState })
    return { indexes: memoryIndexes, ...background, close: async () => {} }
  }
  const { openSearch } = await import('./search-database.ts')
  const { indexes, updatable, close } = openSearch(env.database, log)
  return { indexes, ...backgroundOf(env, updatable, MOST_IN_DATABASE, { log, onState }), close }
}

function backgroundOf(
  { content }: Pick<ContentSettings, 'content'>,
  indexes: UpdatableIndexes,
  most: number,
  { log, onState }: { log: Logger; onState(service: string, isCurrent: boolean): void },
): Pick<OpenIndexes, 'background'> {
  if (content === 'embedded') return {}
  const warn = sparingly((words: string, facts: object) => log.warn(facts, words))
  return {
    background: {
      indexes,
      most,
      onComplete: ({ name }, articles) => log.info({ service: name, articles }, 'search index is complete'),
      onCurrent: ({ name }) => onState(name, true),
      onBehind: ({ name }) => onState(name, false),
      onFailure({ name }, err) {
        onState(name, false)
        warn('the CMS searches, as the index is behind', { service: name, err })
      },
    },
  }
}
