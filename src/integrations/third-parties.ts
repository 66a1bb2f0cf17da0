import type { DescribedParty } from '../services/service.ts'
import { KNOWN_PARTIES, type KnownPartyId } from './known-parties.ts'
import type { AmpProviders, CounterKind, Integrations, ScriptConsent } from './settings.ts'
import {
  CATEGORIES,
  type Category,
  categoryOf,
  PARTIES,
  type Party,
  type Sources,
  type ThirdParty,
} from './third-party.ts'

interface More {
  hasAnimations?: boolean
  described?: readonly DescribedParty[]
  audiencePixel?: AmpProviders['audiencePixel']
}

const PARTY_OF_SCRIPT: Readonly<Record<ScriptConsent, Party>> = {
  advertising: 'advertising',
  comments: 'comments',
  measurement: 'measurement',
}

/**
 * Other parties neither load nor are in the policy (CONS-16).
 * @param integrations of the service, or the site's for the policy
 */
export function thirdPartiesOf(integrations: Integrations, more: More = {}): ThirdParty[] {
  const { adNetwork, analyticsId, marfeelAccount, pushScript, audienceScript, comments, scripts = [] } = integrations
  const { hasAnimations = false, described = [], audiencePixel } = more
  const script = (url: string, party: Party): ThirdParty => scriptParty(url, party, described)
  const rows: Array<ThirdParty | undefined> = [
    known('google-ad-manager', adNetwork !== undefined),
    known('google-analytics', analyticsId !== undefined),
    known('marfeel', marfeelAccount !== undefined),
    pushScript === undefined ? undefined : script(pushScript, 'notifications'),
    audienceScript === undefined ? undefined : script(audienceScript, 'measurement'),
    audiencePixel === undefined
      ? undefined
      : { ...script(audiencePixel, 'measurement'), sources: {}, amp: 'amp-pixel' },
    comments?.kind === 'script' ? script(comments.url, 'comments') : known('disqus', comments !== undefined),
    ...scripts.map(({ url, consent, connect = [] }) => withOrigins(script(url, PARTY_OF_SCRIPT[consent]), connect)),
    known('giphy', hasAnimations),
  ]
  return distinct(rows.flatMap((row) => row ?? []))
}

function known(id: KnownPartyId, isConfigured: boolean): ThirdParty | undefined {
  return isConfigured ? { id, ...KNOWN_PARTIES[id] } : undefined
}

/** The script's host may be called and framed. */
function scriptParty(url: string, party: Party, described: readonly DescribedParty[]): ThirdParty {
  const { host, hostname } = new URL(url)
  const unknown: DescribedParty = { host: hostname, stores: [] }
  const { stores, ...said } = described.find((one) => one.host === hostname) ?? unknown
  return {
    id: `${party} ${host}`,
    party,
    name: said.name ?? hostname,
    company: said.company,
    country: said.country,
    policy: said.policy,
    stores: stores.length > 0 ? stores : undefined,
    sources: originSources(url),
  }
}

function originSources(url: string): Required<Sources> {
  const { origin } = new URL(url)
  return { connect: [origin], frame: [origin] }
}

function withOrigins(row: ThirdParty, urls: readonly string[]): ThirdParty {
  const all = [row.sources, ...urls.map(originSources)]
  return {
    ...row,
    sources: { connect: all.flatMap(({ connect = [] }) => connect), frame: all.flatMap(({ frame = [] }) => frame) },
  }
}

/** Joins one host's scripts of one purpose. */
function distinct(rows: readonly ThirdParty[]): ThirdParty[] {
  const byId = new Map<string, ThirdParty>()
  for (const row of rows) {
    const before = byId.get(row.id)
    byId.set(row.id, before ? { ...before, sources: merged(before.sources, row.sources) } : row)
  }
  return [...byId.values()]
}

function merged(one: Sources, other: Sources): Sources {
  return {
    connect: [...(one.connect ?? []), ...(other.connect ?? [])],
    frame: [...(one.frame ?? []), ...(other.frame ?? [])],
  }
}

/** Finds third parties by host, with what `thirdParties` says of them (VIEW-8). */
export function countersIn(
  { counters = [] }: Integrations,
  described: readonly DescribedParty[] = [],
): Array<Pick<ThirdParty, 'id' | 'name' | 'company' | 'country' | 'policy'>> {
  return counters.map(({ kind, url }) => {
    const { hostname } = new URL(url)
    const { company, country, policy } = described.find(({ host }) => host === hostname) ?? {}
    return { id: `${kind} ${hostname}`, name: `${COUNTER_NAMES[kind]} (${hostname})`, company, country, policy }
  })
}

const COUNTER_NAMES: Readonly<Record<CounterKind, string>> = {
  plausible: 'Plausible Analytics',
  umami: 'Umami',
  matomo: 'Matomo',
}

export function partiesIn(rows: readonly ThirdParty[]): Set<Party> {
  return new Set(PARTIES.filter((party) => rows.some((row) => row.party === party)))
}

export function categoriesOf(rows: readonly ThirdParty[]): Partial<Record<Category, string[]>> {
  return Object.fromEntries(
    CATEGORIES.flatMap((category) => {
      const ids = rows.filter(({ party }) => categoryOf(party) === category).map(({ id }) => id)
      return ids.length > 0 ? [[category, ids]] : []
    }),
  )
}

export function integrationSources(integrations: Integrations): Required<Sources> {
  const { platform } = integrations
  const needed = [
    ...thirdPartiesOf(integrations).map(({ sources }) => sources),
    ...(integrations.counters ?? []).map(({ url }): Sources => ({ connect: [new URL(url).origin] })),
    ...(platform ? [originSources(platform.script), ...platform.hosts.map((host) => hostSources(host))] : []),
  ]
  const all = (kind: keyof Sources): string[] => [...new Set(needed.flatMap((sources) => sources[kind] ?? []))]
  return { connect: all('connect'), frame: all('frame') }
}

function hostSources(host: string): Sources {
  const source = `https://${host}`
  return { connect: [source], frame: [source] }
}
