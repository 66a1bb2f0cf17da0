import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  WEBSUB_HUB_URL: httpUrl.optional(),
  FEED_ID_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'is not a host name')
    .optional(),
}

export interface FeedsSettings {
  feeds: { hub?: string; idHost?: string }
}

export const feedsSettings = defineSettings({
  variables,
  settings: ({ WEBSUB_HUB_URL: hub, FEED_ID_HOST: idHost }): FeedsSettings => ({
    feeds: { hub, idHost },
  }),
})

export const feedsRows: SettingRows<typeof variables> = [
  { names: ['WEBSUB_HUB_URL'], meaning: 'WebSub hub to notify of news in feeds' },
  {
    names: ['FEED_ID_HOST'],
    defaults: { FEED_ID_HOST: "the service's host" },
    meaning: 'host in the ids of feed entries; set it before the site moves, so that they stay',
  },
]
