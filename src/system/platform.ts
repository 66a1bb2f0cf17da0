export interface Platform {
  name: string
  /** Proxies of the platform in front of every program, which no client can bypass. */
  proxies: number
  disk: 'volumes' | 'none'
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The first match wins: Dokku identifies as Heroku too. Kubernetes is left out, because only its operator knows the
 * proxies in front of a program there (OPS-8).
 */
const PLATFORMS: ReadonlyArray<Platform & { variable: string }> = [
  { name: 'Dokku', variable: 'DOKKU_APP_NAME', proxies: 1, disk: 'volumes' },
  { name: 'Heroku', variable: 'DYNO', proxies: 1, disk: 'none' },
  // Cloudflare, the platform's edge, and the machine's own proxy.
  { name: 'Render', variable: 'RENDER', proxies: 3, disk: 'volumes' },
  // Fly's proxy appends the client, then the address that the client connected to.
  { name: 'Fly', variable: 'FLY_APP_NAME', proxies: 2, disk: 'volumes' },
  // Railway's edge overwrites the header with the client, then itself.
  { name: 'Railway', variable: 'RAILWAY_ENVIRONMENT_ID', proxies: 2, disk: 'volumes' },
  { name: 'Cloud Run', variable: 'K_SERVICE', proxies: 1, disk: 'none' },
]

/**
 * Heroku and Dokku count `web.2` from 1, a StatefulSet its pods from 0. Random names of other pods end with five
 * characters.
 */
const DYNO_NUMBER = /^[a-z]+\.(\d{1,3})$/
const POD_NUMBER = /-(\d{1,3})$/

export function instanceOf({ DYNO, KUBERNETES_SERVICE_HOST, HOSTNAME = '' }: Variables): number | undefined {
  const dyno = DYNO_NUMBER.exec(DYNO ?? '')?.[1]
  if (dyno !== undefined) return Number(dyno)
  const pod = KUBERNETES_SERVICE_HOST === undefined ? undefined : POD_NUMBER.exec(HOSTNAME)?.[1]
  return pod === undefined ? undefined : Number(pod) + 1
}

export function platformOf(variables: Variables): Platform | undefined {
  const platform = PLATFORMS.find(({ variable }) => variables[variable])
  if (!platform) return undefined
  const { name, proxies, disk } = platform
  return { name, proxies, disk }
}
