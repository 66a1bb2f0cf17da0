import { defineSettings } from '../../system/settings/define-settings.ts'
import { onOff } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = { MOST_READ: onOff.default('on') }

export interface MostReadSettings {
  /** Views of articles are counted (READ-10). */
  countsViews: boolean
}

export const mostReadSettings = defineSettings({
  variables,
  settings: ({ MOST_READ }): MostReadSettings => ({ countsViews: MOST_READ === 'on' }),
})

export const mostReadRows: SettingRows<typeof variables> = [
  {
    names: ['MOST_READ'],
    meaning: '`off`: views of articles are not counted, and the lists of the most read are not there',
  },
]
