import * as z from 'zod'
import type { ServiceName, Services } from '../../services/service.ts'
import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'

const previewSecret = z.string().min(16, 'must have at least 16 characters')
const variables = { PREVIEW_SECRET: previewSecret.optional() }
const ofServices = { PREVIEW_SECRET: previewSecret }

export interface PreviewsSettings {
  previewSecrets: Readonly<Record<ServiceName, string>>
}

interface Context {
  services: Services
  defaultService: ServiceName
  raw: RawVariables
}

export const previewsSettings = defineSettings({
  variables,
  ofServices,
  settings: (_variables, context: Context): PreviewsSettings => ({ previewSecrets: secretsOf(context) }),
  problems(_raw, context) {
    const secrets = Object.values(secretsOf(context))
    return new Set(secrets).size < secrets.length
      ? [
          'PREVIEW_SECRET and PREVIEW_SECRET_{NAME} must differ from each other: a link of one service would be valid on another',
        ]
      : []
  },
})

/** The general secret is the default service's alone (PREVIEW-2). */
function secretsOf({ services, defaultService, raw }: Context): PreviewsSettings['previewSecrets'] {
  const general = raw.SERVICE ?? defaultService
  const secrets = Object.keys(services).flatMap((name) => {
    const own = raw[`PREVIEW_SECRET${variableSuffix(name)}`]
    const secret = own ?? (name === general ? raw.PREVIEW_SECRET : undefined)
    return secret === undefined ? [] : [[name, secret] as const]
  })
  return Object.fromEntries(secrets)
}

export const previewsRows: SettingRows<typeof variables, typeof ofServices> = [
  {
    names: ['PREVIEW_SECRET', 'PREVIEW_SECRET_{NAME}'],
    meaning:
      'signs links to previews of the default service, or of another, at least 16 characters, all different; absent: no previews. `npm run preview -- {id}` prints a link',
  },
]
