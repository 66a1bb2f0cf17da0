import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpsUrl, httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^[A-Z0-9-]{4,20}$/, 'is not a measurement id')
    .optional(),
  MARFEEL_ACCOUNT_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/, 'is not an account')
    .optional(),
  AUDIENCE_SCRIPT_URL: httpUrl.optional(),
  AUDIENCE_AMP_PIXEL_URL: httpsUrl.optional(),
}

export interface MeasurementSettings {
  providers: { analyticsId?: string; marfeelAccount?: string; audienceScript?: string }
  /** URL of the audience measurement's pixel in AMP. */
  audiencePixel?: string
}

export const measurementSettings = defineSettings({
  variables,
  settings: ({
    GA_MEASUREMENT_ID: analyticsId,
    MARFEEL_ACCOUNT_ID: marfeelAccount,
    AUDIENCE_SCRIPT_URL: audienceScript,
    AUDIENCE_AMP_PIXEL_URL: audiencePixel,
  }): MeasurementSettings => ({
    providers: {
      ...(analyticsId !== undefined && { analyticsId }),
      ...(marfeelAccount !== undefined && { marfeelAccount }),
      ...(audienceScript !== undefined && { audienceScript }),
    },
    ...(audiencePixel !== undefined && { audiencePixel }),
  }),
})

export const measurementRows: SettingRows<typeof variables> = [
  { names: ['GA_MEASUREMENT_ID'], meaning: 'Google Analytics' },
  { names: ['MARFEEL_ACCOUNT_ID'], meaning: 'Marfeel Compass' },
  { names: ['AUDIENCE_SCRIPT_URL'], meaning: 'script of audience measurement; not in AMP, which runs none' },
  {
    names: ['AUDIENCE_AMP_PIXEL_URL'],
    meaning: "https URL of the audience measurement's pixel for AMP, with AMP's variables (`CANONICAL_URL`)",
  },
]
