import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { hostNames } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const MIN_KEY_BITS = 2048

/** The key is a PEM, its line breaks as such or as `\n`. */
const rsaKey = z.string().transform((value, context): KeyObject => {
  const key = keyOf(value.replaceAll('\\n', '\n'))
  if (key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS) return key
  context.addIssue({ code: 'custom', message: `is not a private RSA key in PEM of at least ${MIN_KEY_BITS} bits` })
  return z.NEVER
})

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

const variables = {
  AMP_CACHE_PRIVATE_KEY: rsaKey.optional(),
  AMP_CACHES: hostNames.default(['cdn.ampproject.org']),
}

/** Caches that take signed updates (amp.dev, "Update AMP content"; AMP-13). */
export interface AmpCacheSettings {
  /** RSA. Its public half is at `/.well-known/amphtml/apikey.pub` on every service. */
  privateKey: KeyObject
  /** Their `updateCacheApiDomainSuffix` in AMP's list of caches. */
  hosts: readonly string[]
}

export interface AmpCachesSettings {
  ampCaches?: AmpCacheSettings
}

export const ampCachesSettings = defineSettings({
  variables,
  settings: ({ AMP_CACHE_PRIVATE_KEY: privateKey, AMP_CACHES: hosts }): AmpCachesSettings => ({
    ampCaches: privateKey && { privateKey, hosts },
  }),
})

export const ampCachesRows: SettingRows<typeof variables> = [
  {
    names: ['AMP_CACHE_PRIVATE_KEY', 'AMP_CACHES'],
    meaning:
      'private RSA key (PEM, `\\n` for line breaks) that signs updates of AMP caches on a purge, and their `updateCacheApiDomainSuffix`, separated by commas; absent: caches show the old document for some minutes',
  },
]
