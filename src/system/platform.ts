export interface Platform {
  name: string
  /** No client can bypass these. */
  proxies: number
  disk: 'volumes' | 'none'
}

type Variables = Readonly<Record<string, string | undefined>>

/** The first match wins: Dokku identifies as Heroku too. Only an operator knows the proxies of Kubernetes (OPS-8). */
const PLATFORMS: ReadonlyArray<Platform & { variable: string }> = [
  { name: 'Dokku', variable: 'DOKKU_APP_NAME', proxies: 1, disk: 'volumes' },
  { name: 'Heroku', variable: 'DYNO', proxies: 1, disk: 'none' },
  // Cloudflare, the edge, and the machine's proxy.
  { name: 'Render', variable: 'RENDER', proxies: 3, disk: 'volumes' },
  // The proxy appends the client, then the IP address that the client connected to.
  { name: 'Fly', variable: 'FLY_APP_NAME', proxies: 2, disk: 'volumes' },
  // The edge writes the client, then itself.
  { name: 'Railway', variable: 'RAILWAY_ENVIRONMENT_ID', proxies: 2, disk: 'volumes' },
  { name: 'Cloud Run', variable: 'K_SERVICE', proxies: 1, disk: 'none' },
]

/** Heroku and Dokku count from 1, a StatefulSet from 0. Other pods' names end with five characters. */
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
