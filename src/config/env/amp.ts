import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import type { AmpProviders } from '../../integrations/settings.ts'
import { hostNames } from './values.ts'

/** Caches of AMP documents that take signed updates (amp.dev, "Update AMP content"; AMP-13). */
export interface AmpCacheSettings {
  /** RSA. Its public half is at `/.well-known/amphtml/apikey.pub` on every service. */
  privateKey: KeyObject
  /** Their `updateCacheApiDomainSuffix` in AMP's list of caches. */
  hosts: readonly string[]
}

/** AMP loads nothing by http. */
const httpsUrl = z.string().refine((value) => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}, 'is not an https URL')

const MIN_KEY_BITS = 2048

/** A PEM, its line breaks as such or as `\n`, as panels of platforms have them. */
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

/** Variables of AMP documents and of the caches that serve them. */
export const ampVariables = {
  CMP_AMP_URL: httpsUrl.optional(),
  AUDIENCE_AMP_PIXEL_URL: httpsUrl.optional(),
  AMP_CACHE_PRIVATE_KEY: rsaKey.optional(),
  AMP_CACHES: hostNames.default(['cdn.ampproject.org']),
}

const ampSchema = z.object(ampVariables)

export interface AmpSettings {
  ampProviders: AmpProviders
  /** Caches that get signed updates; absent: none does. */
  ampCaches?: AmpCacheSettings
}

export function ampSettings(variables: z.output<typeof ampSchema>): AmpSettings {
  const { CMP_AMP_URL, AUDIENCE_AMP_PIXEL_URL, AMP_CACHE_PRIVATE_KEY: privateKey, AMP_CACHES: hosts } = variables
  return {
    ampProviders: {
      ...(CMP_AMP_URL !== undefined && { consentPlatform: CMP_AMP_URL }),
      ...(AUDIENCE_AMP_PIXEL_URL !== undefined && { audiencePixel: AUDIENCE_AMP_PIXEL_URL }),
    },
    ...(privateKey && { ampCaches: { privateKey, hosts } }),
  }
}
