import type { Service, ServiceName } from '../../services/service.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'

export interface CmsCredentials {
  user: string
  key: string
  /** The service of `CMS_USER_{NAME}` and `CMS_KEY_{NAME}`; absent: `CMS_USER` and `CMS_KEY`. */
  of?: ServiceName
}

export type CmsUrls = Record<ServiceName, string>
export type CredentialsByService = Record<ServiceName, CmsCredentials>

export interface CmsAccount {
  url: string
  credentials?: CmsCredentials
  services: ServiceName[]
}

/** Services with equal URL, user and key share one. */
export function cmsAccounts(urls: CmsUrls, credentials: CredentialsByService = {}): CmsAccount[] {
  const accounts = new Map<string, CmsAccount>()
  for (const [name, url] of Object.entries(urls)) {
    const own = credentials[name]
    const id = JSON.stringify([url, own?.user, own?.key])
    const account = accounts.get(id) ?? { url, credentials: own, services: [] }
    account.services.push(name)
    accounts.set(id, account)
  }
  return [...accounts.values()]
}

/** The service's value, or that of the service whose settings it uses (SRC-13). */
export function byService<T>(
  accounts: readonly CmsAccount[],
  make: (account: CmsAccount) => T,
): (service: Service) => T | undefined {
  const made = new Map(
    accounts.flatMap((account) => {
      const one = make(account)
      return account.services.map((name) => [name, one] as const)
    }),
  )
  return ({ name, settingsOf }) => made.get(name) ?? made.get(settingsOf)
}

export function credentialSettings(name: ServiceName | undefined): { user: string; key: string } {
  const suffix = name === undefined ? '' : variableSuffix(name)
  return { user: `CMS_USER${suffix}`, key: `CMS_KEY${suffix}` }
}
