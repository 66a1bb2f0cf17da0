import type { ProxyTrust } from '../../../src/edge/transport/settings.ts'
import type { StrictTransportScope } from '../../../src/edge/transport/strict-transport.ts'
import { type ConsentSettings, consentNotes } from '../../../src/integrations/consent-notes.ts'
import { consentModeOf } from '../../../src/integrations/for-service.ts'
import { namesIn } from '../../../src/portal/settings/env.ts'
import { type MisspeltSetting, misspeltNote, misspeltSettings } from '../../../src/portal/settings/misspelt.ts'
import { servicesWithUrl } from '../../../src/services/registry.ts'
import { notesOn, type Place } from '../../../src/system/deployment-notes.ts'
import type { Memory } from '../../../src/system/memory.ts'
import { type Check, type Finding, good, weak } from '../run-checks.ts'

export interface PlaceSettings extends Place, ProxyTrust, ConsentSettings {
  memory: Memory
  workers: number
  pageCache: { isOn: boolean; bytes: number; file?: string }
  contents: { most: number }
  strictTransport: StrictTransportScope
  unknownHosts: 'serve' | 'refuse'
  publicHosts: readonly string[]
}

const MEGABYTE = 1024 * 1024
/** A process needs this memory even with full caches. Bytes. */
const PROCESS_SIZE = 150 * MEGABYTE

export function deploymentChecks(place: PlaceSettings, root: string): Check[] {
  const notes = notesOn(place, root)
  const { variables, known } = namesIn(place)
  const misspelt = misspeltSettings(variables, known)
  return [
    ...(misspelt.length > 0 ? [{ title: 'Looking at the settings', run: async () => settings(misspelt) }] : []),
    { title: 'Looking at the memory', run: async () => memory(place) },
    { title: 'Looking at the proxies in front', run: async () => proxies(place) },
    { title: 'Looking at the hosts', run: async () => hosts(place) },
    { title: 'Looking at strict transport', run: async () => strictTransport(place) },
    { title: 'Looking at disks and secrets on their way', run: async () => combined(await notes) },
    { title: 'Looking at consent', run: async () => consent(place) },
  ]
}

function settings(misspelt: readonly MisspeltSetting[]): Finding {
  return weak(misspelt.map(misspeltNote).join(' '), 'Correct the names: as they are, these variables do nothing.')
}

function memory({ memory: { bytes, isLimited }, workers, pageCache, contents }: PlaceSettings): Finding {
  const has = `${Math.floor(bytes / MEGABYTE)} MB ${isLimited ? 'that the system allows' : 'of the machine'}`
  const pages = pageCache.isOn ? pageCache.bytes : 0
  const each = `a page cache of ${Math.round(pages / MEGABYTE)} MB and ${contents.most} contents`
  const needed = workers * (PROCESS_SIZE + pages)
  if (needed <= bytes) return good(`${workers} x ${each}, within ${has}.`)
  return weak(
    `${workers} x ${each} may take ${Math.round(needed / MEGABYTE)} MB: more than the ${has}.`,
    'Lower WEB_CONCURRENCY, or PAGE_CACHE_MB where you have set it.',
  )
}

function proxies({ platform, isProxyGuessed, trustProxy }: PlaceSettings): Finding {
  const whom = typeof trustProxy === 'number' ? `${trustProxy} in front` : trustProxy.join(', ')
  if (platform && isProxyGuessed) {
    return good(`This is ${platform.name}: its proxies are trusted (${whom}). With a CDN before it, set TRUST_PROXY.`)
  }
  return good(`Proxies that are trusted on who a client is: ${whom} (TRUST_PROXY).`)
}

function hosts({ unknownHosts, publicHosts }: PlaceSettings): Finding {
  if (unknownHosts === 'refuse') return good('Requests for hosts that are not yours are refused (421).')
  if (publicHosts.length === 0) return good('Requests for any host are answered, as no public URL is set yet.')
  return weak(
    'Requests for hosts that are not yours get the pages of the default service: caches in front keep a copy for each name that somebody makes up.',
    `Set UNKNOWN_HOSTS=refuse: only ${publicHosts.join(', ')} and localhost are answered then, and health checks under any name.`,
  )
}

function strictTransport({ strictTransport: scope }: PlaceSettings): Finding {
  switch (scope) {
    case 'off':
      return good('Browsers are not told to come by https (HSTS=off): what is in front has to tell them.')
    case 'host':
      return good(
        'Browsers that came by https keep to it for two years on this host (HSTS=host); HSTS=subdomains binds all hosts below it too.',
      )
    case 'subdomains':
      return good(
        'Browsers that came by https keep to it for two years, on all hosts below this one too: set HSTS=host where one of those has no https.',
      )
    case 'preload':
      return good('Browsers may know before the first visit that this host and all below it have https (HSTS=preload).')
  }
}

function consent(settings: ConsentSettings): Finding {
  const notes = consentNotes(settings)
  if (notes.length > 0)
    return weak(notes.map(({ says }) => says).join('\n     '), notes.map(({ fix }) => fix).join('\n'))
  const modes = servicesWithUrl(settings.services).map((one) => consentModeOf(one, settings.integrations.consent))
  if (!modes.some((mode) => mode === 'own' || mode === 'cmp'))
    return good('Nothing loads that needs the consent of readers.')
  return good(`Third parties wait for the consent of readers (CONSENT_MODE=${[...new Set(modes)].join(', ')}).`)
}

function combined(notes: Awaited<ReturnType<typeof notesOn>>): Finding {
  if (notes.length === 0) return good('Files lie where they last, and no secret leaves this machine in clear text.')
  return weak(notes.map(({ says }) => says).join('\n     '), notes.map(({ fix }) => fix).join('\n'))
}
