import type { ServiceName, Services } from '../../services/service.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'
import type { CmsCredentials, CmsUrls, CredentialsByService } from './accounts.ts'

export interface CmsVariables {
  url?: string
  user?: string
  key?: string
}

interface CmsOfServices {
  cmsUrls: CmsUrls
  cmsCredentials: CredentialsByService
}

/**
 * The service's own CMS URL, then that of the service whose settings it uses, then the general one. Credentials follow
 * if they belong to the URL's host (SRC-13, SRC-14).
 * @param of without an argument the general variables
 */
export function cmsOfServices(services: Services, of: (name?: ServiceName) => CmsVariables): CmsOfServices {
  const cmsUrls: CmsUrls = {}
  const cmsCredentials: CredentialsByService = {}
  const urlOf = (name: ServiceName): string | undefined =>
    of(name).url ?? of(services[name]?.settingsOf).url ?? of().url
  const general = of().url ?? soleHost(Object.keys(services).map((name) => of(name).url))
  for (const { name, settingsOf } of Object.values(services)) {
    const url = urlOf(name)
    if (url === undefined) continue
    cmsUrls[name] = url
    const credentials = [
      { owner: name, candidate: url },
      { owner: settingsOf, candidate: urlOf(settingsOf) },
      { owner: undefined, candidate: general },
    ]
      .filter(({ candidate }) => originOf(candidate) === originOf(url))
      .map(({ owner }) => credentialsFrom(of(owner), owner))
      .find((pair) => pair !== undefined)
    if (credentials) cmsCredentials[name] = credentials
  }
  return { cmsUrls, cmsCredentials }
}

/**
 * Credentials without a destination, or for another host (SRC-14).
 * @param hasCms whether the content comes from a CMS
 */
export function credentialProblems(
  services: Services,
  of: (name?: ServiceName) => CmsVariables,
  hasCms: boolean,
): string[] {
  const problems: string[] = []
  for (const name of [undefined, ...Object.keys(services)]) {
    const { user, key } = of(name)
    const suffix = name === undefined ? '' : variableSuffix(name)
    if ((user === undefined) !== (key === undefined)) {
      problems.push(`CMS_USER${suffix} and CMS_KEY${suffix} go together: only one of them is set`)
    }
    if (!hasCms || user === undefined || name === undefined) continue
    if (cmsOfServices(services, of).cmsUrls[name] === undefined) {
      problems.push(`CMS_USER${suffix} has no CMS to go to: neither CMS_URL${suffix} nor CMS_URL is set`)
    }
  }
  const urls = Object.keys(services)
    .map((name) => of(name).url)
    .filter((url) => url !== undefined)
  const isHomeless = of().user !== undefined && of().url === undefined && soleHost(urls) === undefined
  if (hasCms && isHomeless && urls.length > 0) {
    problems.push(
      'CMS_USER and CMS_KEY are for the host of CMS_URL, which is not set, and services have several hosts: set CMS_URL, or CMS_USER_{NAME} and CMS_KEY_{NAME}',
    )
  }
  return problems
}

/** General credentials need one host for all URLs. */
function soleHost(urls: ReadonlyArray<string | undefined>): string | undefined {
  const named = urls.filter((url) => url !== undefined)
  return new Set(named.map(originOf)).size === 1 ? named[0] : undefined
}

function credentialsFrom({ user, key }: CmsVariables, owner: ServiceName | undefined): CmsCredentials | undefined {
  if (user === undefined || key === undefined) return undefined
  return { user, key, of: owner }
}

/** Credentials are for scheme, host and port. */
function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.origin ?? url)
}
