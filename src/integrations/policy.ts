import type { Integrations } from './settings.ts'
import { originSources, thirdPartiesOf } from './third-parties.ts'
import type { Sources } from './third-party.ts'

/** docs/decisions/016. */
export function integrationSources(integrations: Integrations): Required<Sources> {
  const { platform } = integrations
  const needed = [
    ...thirdPartiesOf(integrations).map(({ sources }) => sources),
    ...(platform ? [originSources(platform.script), ...platform.hosts.map((host) => hostSources(host))] : []),
  ]
  const all = (kind: keyof Sources): string[] => [...new Set(needed.flatMap((sources) => sources[kind] ?? []))]
  return { connect: all('connect'), frame: all('frame') }
}

function hostSources(host: string): Sources {
  const source = `https://${host}`
  return { connect: [source], frame: [source] }
}
