import type { Service, Services } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { type AmpProviders, type ConsentMode, type Counter, type Integrations, waitsForConsent } from './settings.ts'

type ServiceFacts = Pick<Service, 'consent' | 'articleLayout'> & { name?: string }

export function consentModeOf(service: Pick<Service, 'consent'>, general: ConsentMode): ConsentMode {
  return service.consent ?? general
}

/** Its identity keeps memoized rendering. */
const known = new WeakMap<Integrations, Map<string, Integrations>>()

/** A service without advertising has no ad network (ADS-12), and only `cmp` has the consent platform. */
export function integrationsFor(all: Integrations, service: ServiceFacts): Integrations {
  const consent = consentModeOf(service, all.consent)
  const advertises = service.articleLayout !== 'single'
  const { counters } = all
  const hasOwnCounter = counters?.some(({ service: of }) => of !== undefined)
  const key = `${consent} ${advertises} ${hasOwnCounter ? service.name : ''}`
  const kinds = known.get(all) ?? new Map<string, Integrations>()
  known.set(all, kinds)
  const before = kinds.get(key)
  if (before) return before
  const own = ofMode({ ...all, counters: counters && countersFor(counters, service) }, consent, advertises)
  kinds.set(key, own)
  return own
}

function ofMode(all: Integrations, consent: ConsentMode, advertises: boolean): Integrations {
  if (consent === 'none') return { consent, counters: all.counters }
  const { adNetwork, platform, ...rest } = all
  return {
    ...rest,
    consent,
    adNetwork: advertises ? adNetwork : undefined,
    platform: consent === 'cmp' ? platform : undefined,
  }
}

function countersFor(counters: readonly Counter[], { name }: ServiceFacts): readonly Counter[] {
  const own = counters.filter(({ service }) => service !== undefined && service === name)
  return [...own, ...counters.filter((one) => one.service === undefined && !own.some(({ kind }) => kind === one.kind))]
}

const ofAmp = memoizeByIdentity<Integrations, Integrations & AmpProviders>()

export function ampIntegrationsFor(
  all: Integrations,
  providers: AmpProviders,
  service: ServiceFacts,
): Integrations & AmpProviders {
  const own = integrationsFor(all, service)
  return ofAmp(own, [providers], () => ({ ...own, ...ampProvidersOf(providers, own) }))
}

function ampProvidersOf({ consentPlatform, ...rest }: AmpProviders, { consent }: Integrations): AmpProviders {
  if (consent === 'none') return {}
  return { ...rest, consentPlatform: consent === 'cmp' ? consentPlatform : undefined }
}

export function integrationsForPolicy(all: Integrations, services: Services): Integrations {
  const waiting = Object.values(services).find((service) => waitsForConsent(consentModeOf(service, all.consent)))
  return waiting ? { ...all, consent: consentModeOf(waiting, all.consent) } : all
}

export function isAdvertising({ adNetwork }: Pick<Integrations, 'adNetwork'>, service: Service): boolean {
  return adNetwork !== undefined && service.articleLayout !== 'single'
}
