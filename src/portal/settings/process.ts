import { instanceOf } from '../../system/platform.ts'
import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import { hostNames, numeric } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const workers = numeric(1, 64).default(1)
const workerVariables = { WEB_CONCURRENCY: workers }
const warmUpVariables = {
  WARM_UP: numeric(0, 1000).default(100),
  WARM_UP_SECONDS: numeric(1, 300).default(10),
}
const clearTextVariables = { CLEAR_TEXT_HOSTS: hostNames.default([]) }

export interface ProcessSettings {
  workers: number
  /** Pages fetched before the instance is ready, and the limit of that wait. */
  warmUp: { pages: number; milliseconds: number }
  /** Counted from 1. */
  instance?: number
  /** Runs in a pod of Kubernetes, whose own disk goes with it. */
  inCluster?: boolean
}

export const processSettings = defineSettings({
  variables: { ...workerVariables, ...warmUpVariables, ...clearTextVariables },
  settings(
    { WEB_CONCURRENCY: workers, WARM_UP: pages, WARM_UP_SECONDS },
    { raw }: { raw: RawVariables },
  ): ProcessSettings {
    return {
      workers,
      warmUp: { pages, milliseconds: WARM_UP_SECONDS * 1000 },
      instance: instanceOf(raw),
      inCluster: raw.KUBERNETES_SERVICE_HOST !== undefined,
    }
  },
})

/** 1 where the variable is not usable, as is reported elsewhere. */
export function workersOf({ WEB_CONCURRENCY }: RawVariables): number {
  return workers.safeParse(WEB_CONCURRENCY).data ?? 1
}

export function clearTextHostsOf({ CLEAR_TEXT_HOSTS = '' }: RawVariables): string[] {
  return CLEAR_TEXT_HOSTS.toLowerCase()
    .split(',')
    .map((host) => host.trim())
}

export const workerRows: SettingRows<typeof workerVariables> = [
  {
    names: ['WEB_CONCURRENCY'],
    meaning: 'processes that serve, 1 to 64; they share purges and limits',
  },
]

export const warmUpRows: SettingRows<typeof warmUpVariables> = [
  {
    names: ['WARM_UP', 'WARM_UP_SECONDS'],
    meaning:
      'most read pages that a new instance fetches before it is ready, 0 to 1000, and for how many seconds at most; 0: none',
  },
]

export const clearTextRows: SettingRows<typeof clearTextVariables> = [
  {
    names: ['CLEAR_TEXT_HOSTS'],
    meaning:
      'hosts of your own network that keys and tokens may go to by `http:` or `redis:`, separated by commas; else an https URL is required on the internet',
  },
]
