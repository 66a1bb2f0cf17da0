import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  SEARCH_INDEX: z.enum(['memory', 'postgresql', 'off'], 'must be memory, postgresql or off').default('memory'),
}

export interface SearchSettings {
  /** Where the newsroom's words are (SEARCH-20). */
  searchIndex: 'memory' | 'postgresql' | 'off'
}

export const searchSettings = defineSettings({
  variables,
  settings: ({ SEARCH_INDEX: searchIndex }): SearchSettings => ({ searchIndex }),
  problems: ({ SEARCH_INDEX, DATABASE_URL }) =>
    SEARCH_INDEX === 'postgresql' && DATABASE_URL === undefined
      ? ['SEARCH_INDEX=postgresql needs DATABASE_URL: it is not set']
      : [],
})

export const searchRows: SettingRows<typeof variables> = [
  {
    names: ['SEARCH_INDEX'],
    meaning:
      "where the words of articles are searched: `memory`; `postgresql`, in the database of `DATABASE_URL`, for any number of articles; `off`: WordPress and the hub search for themselves, and the newsroom's titles are looked through",
  },
]
