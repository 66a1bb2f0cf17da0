import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  GAM_NETWORK_CODE: z
    .string()
    .regex(/^\d{1,20}$/, 'is not a network code')
    .optional(),
}

export interface AdvertisingSettings {
  adNetwork?: string
}

export const advertisingSettings = defineSettings({
  variables,
  settings: ({ GAM_NETWORK_CODE: adNetwork }): AdvertisingSettings => ({ adNetwork }),
})

export const advertisingRows: SettingRows<typeof variables> = [
  {
    names: ['GAM_NETWORK_CODE'],
    meaning: "advertising of Google Ad Manager: slots of pages, of the hub's table, of the site folder",
  },
]
