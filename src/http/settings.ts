import * as z from 'zod'
import { defineSettings } from '../system/settings/define-settings.ts'
import type { SettingRows } from '../system/settings/setting-row.ts'

/** E-mail addresses and URLs, comma-separated (RFC 9116, 2.5.3). */
const securityContacts = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim().replace(/^(?=[^:@\s]+@[^:@\s]+$)/, 'mailto:')))
  .refine(
    (items) => items.every((item) => /^(?:mailto:[!-?A-~]+@[!-?A-~]+|https:\/\/[!-~]+|tel:\+?[\d-]+)$/.test(item)),
    'must be e-mail addresses, https or tel URLs',
  )

const variables = { SECURITY_CONTACT: securityContacts.optional() }

export interface HttpSettings {
  /** Absent: no `security.txt`. */
  securityContacts?: readonly string[]
}

export const httpSettings = defineSettings({
  variables,
  settings: ({ SECURITY_CONTACT: securityContacts }): HttpSettings => ({ securityContacts }),
})

export const httpRows: SettingRows<typeof variables> = [
  {
    names: ['SECURITY_CONTACT'],
    examples: { SECURITY_CONTACT: 'security@gazeta.example' },
    meaning:
      'e-mail addresses or `https:` and `tel:` URLs, separated by commas, for `/.well-known/security.txt`; absent: there is no such file but one in `public/`',
  },
]
