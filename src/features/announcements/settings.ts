import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
    .optional(),
  INDEXNOW_URL: httpUrl.default('https://api.indexnow.org/indexnow'),
}

export interface AnnouncementsSettings {
  indexNow?: { key: string; url: string }
}

export const announcementsSettings = defineSettings({
  variables,
  settings: ({ INDEXNOW_KEY: key, INDEXNOW_URL: url }): AnnouncementsSettings => ({
    indexNow: key === undefined ? undefined : { key, url },
  }),
})

export const announcementsRows: SettingRows<typeof variables> = [
  {
    names: ['INDEXNOW_KEY'],
    meaning:
      'key of IndexNow, 8 to 128 letters, digits and hyphens, of your choice: search engines get a notice of each article that is published, changed or withdrawn, and verify it by `/{key}.txt`, which the portal serves',
  },
  { names: ['INDEXNOW_URL'], meaning: 'where those notices go' },
]
