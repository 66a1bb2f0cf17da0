import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = { PUSH_SCRIPT_URL: httpUrl.optional() }

export interface PushSettings {
  pushScript?: string
}

export const pushSettings = defineSettings({
  variables,
  settings: ({ PUSH_SCRIPT_URL: pushScript }): PushSettings => ({ ...(pushScript !== undefined && { pushScript }) }),
})

export const pushRows: SettingRows<typeof variables> = [
  { names: ['PUSH_SCRIPT_URL'], meaning: 'script of push notifications; not in AMP, which runs none' },
]
