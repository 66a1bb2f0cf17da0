import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import { storeUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = { ASSETS_URL: storeUrl.optional() }

export type ReleaseFiles =
  | { kind: 'none' }
  | { kind: 'url'; url: string }
  /** The secret shows that an instance wrote them. */
  | { kind: 'store'; secret: string }
  /** A shared store without a secret of its own. */
  | { kind: 'unsealed' }

export interface ReleaseSettings {
  releaseFiles: ReleaseFiles
}

export const releaseSettings = defineSettings({
  variables,
  settings: ({ ASSETS_URL: url }, { raw }: { raw: RawVariables }): ReleaseSettings => ({
    releaseFiles: url === undefined ? sharedFiles(raw) : { kind: 'url', url },
  }),
})

/** The instances share a secret: the token of purges, or the store's password or token. */
function sharedFiles({ REDIS_URL, KV_REST_API_TOKEN, PURGE_TOKEN }: RawVariables): ReleaseFiles {
  if (REDIS_URL === undefined && KV_REST_API_TOKEN === undefined) return { kind: 'none' }
  const [first = ''] = REDIS_URL?.split(',') ?? []
  const secret = PURGE_TOKEN ?? (REDIS_URL === undefined ? KV_REST_API_TOKEN : URL.parse(first.trim())?.password)
  return secret ? { kind: 'store', secret } : { kind: 'unsealed' }
}

export const releaseRows: SettingRows<typeof variables> = [
  {
    names: ['ASSETS_URL'],
    meaning:
      'https URL of a folder with `dist/assets` of all releases of the last seven days, in place of the shared store',
  },
]
