import * as z from 'zod'
import { defineSettings, destinationsOf } from '../../system/settings/define-settings.ts'
import { httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import type { GiphySettings } from './giphy.ts'

const variables = {
  GIPHY_API_KEY: z.string().optional(),
  GIPHY_API_URL: httpUrl.default('https://api.giphy.com'),
}

export interface AnimationSettings {
  /** Absent: its blocks are links (GIF-1). */
  giphy?: GiphySettings
}

export const giphySettings = defineSettings({
  variables,
  settings: ({ GIPHY_API_KEY: key, GIPHY_API_URL: apiUrl }): AnimationSettings => ({
    giphy: key === undefined ? undefined : { key, apiUrl },
  }),
  destinations: (raw) => destinationsOf(raw, [['GIPHY_API_KEY', 'GIPHY_API_URL']]),
})

export const giphyRows: SettingRows<typeof variables> = [
  {
    names: ['GIPHY_API_KEY', 'GIPHY_API_URL'],
    meaning:
      "key for Giphy's animations, used by the server only, and another base; absent: a link, and a frame on a click",
  },
]
