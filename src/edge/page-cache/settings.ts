import * as z from 'zod'
import type { CacheSizes } from '../../system/memory.ts'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { numeric, onOff } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const MEGABYTE = 1024 * 1024

const variables = {
  PAGE_CACHE: onOff.default('on'),
  PAGE_CACHE_MB: numeric(1, 16_384).optional(),
  PAGE_CACHE_FILE: z.string().default('data/pages.bin'),
  PAGE_CACHE_FILE_MB: numeric(1, 1024).default(16),
}

export interface PageCacheSettings {
  pageCache: {
    isOn: boolean
    bytes: number
    /** Relative to the project's folder; absent: nothing is persisted. */
    file?: string
    fileBytes: number
  }
}

export const pageCacheSettings = defineSettings({
  variables,
  settings(
    { PAGE_CACHE, PAGE_CACHE_MB, PAGE_CACHE_FILE: file, PAGE_CACHE_FILE_MB },
    { sizes }: { sizes: CacheSizes },
  ): PageCacheSettings {
    const isOn = PAGE_CACHE === 'on'
    return {
      pageCache: {
        isOn,
        bytes: PAGE_CACHE_MB === undefined ? sizes.pages : PAGE_CACHE_MB * MEGABYTE,
        fileBytes: PAGE_CACHE_FILE_MB * MEGABYTE,
        file: isOn && file !== 'off' ? file : undefined,
      },
    }
  },
})

export const pageCacheRows: SettingRows<typeof variables> = [
  {
    names: ['PAGE_CACHE', 'PAGE_CACHE_MB'],
    defaults: { PAGE_CACHE_MB: 'an eighth of the memory for each process, 16 to 512' },
    examples: { PAGE_CACHE_MB: '64' },
    meaning: 'the page cache; `off`, as in development, renders every request',
  },
  {
    names: ['PAGE_CACHE_FILE', 'PAGE_CACHE_FILE_MB'],
    meaning: 'file for the most recently used pages, and its size, 1 to 1024; `off`: none',
  },
]
