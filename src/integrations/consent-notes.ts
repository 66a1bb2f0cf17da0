import { listText } from '../languages/texts.ts'
import { servicesWithUrl } from '../services/registry.ts'
import type { Services } from '../services/service.ts'
import type { Note } from '../system/deployment-notes.ts'
import { integrationsFor } from './for-service.ts'
import type { Integrations } from './settings.ts'
import { thirdPartiesOf } from './third-parties.ts'

export interface ConsentSettings {
  integrations: Integrations
  services: Services
  giphy?: object
}

export function consentNotes({ integrations, services, giphy }: ConsentSettings): Note[] {
  const facts = servicesWithUrl(services).map((service) => {
    const own = integrationsFor(integrations, service)
    const hasAnimations = giphy !== undefined && own.consent !== 'none'
    return { service: service.name, ...own, parties: thirdPartiesOf(own, { hasAnimations }) }
  })
  const unasked = facts.filter(({ consent, parties }) => consent === 'preset' && parties.length > 0)
  const silent = facts.filter(
    ({ consent, parties, platform, scripts }) =>
      consent === 'cmp' && parties.length > 0 && platform === undefined && scripts === undefined,
  )
  return [
    ...(unasked.length > 0
      ? [
          {
            level: 'warn' as const,
            says: `${names(unasked.flatMap(({ parties }) => parties.map(({ name }) => name)))} load without asking readers (CONSENT_MODE=preset on ${names(unasked.map(({ service }) => service))}): in the European Union that is not lawful.`,
            fix: 'Set CONSENT_MODE=own for a question of the portal’s own, or CONSENT_MODE=cmp and CMP_SCRIPT_URL for a consent platform.',
          },
        ]
      : []),
    ...(silent.length > 0
      ? [
          {
            level: 'warn' as const,
            says: `CONSENT_MODE=cmp on ${names(silent.map(({ service }) => service))}, and no CMP_SCRIPT_URL: third parties wait for a consent that nothing asks for, unless a script of your own reports it (szpalta:consent).`,
            fix: 'Set CMP_SCRIPT_URL to the script of the consent platform, or CONSENT_MODE=own.',
          },
        ]
      : []),
  ]
}

function names(all: readonly string[]): string {
  return listText([...new Set(all)], 'en')
}
