/** A hosting platform, recognised by an environment variable that it sets. */
export interface Platform {
  name: string
  /** Proxies of the platform in front of every program, which no client can bypass. */
  proxies: number
  /** `volumes`: files last only where a volume is mounted. `none`: no file lasts. */
  disk: 'volumes' | 'none'
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The first match wins: Dokku identifies as Heroku too. Kubernetes is left out: only its operator knows the proxies in
 * front of a program there, and an address within the cluster may be any client's (OPS-8).
 */
const PLATFORMS: ReadonlyArray<Platform & { variable: string }> = [
  { name: 'Dokku', variable: 'DOKKU_APP_NAME', proxies: 1, disk: 'volumes' },
  { name: 'Heroku', variable: 'DYNO', proxies: 1, disk: 'none' },
  // Cloudflare, the platform's edge, and the machine's own proxy.
  { name: 'Render', variable: 'RENDER', proxies: 3, disk: 'volumes' },
  // Its proxy appends the client, then the address that the client connected to.
  { name: 'Fly', variable: 'FLY_APP_NAME', proxies: 2, disk: 'volumes' },
  // Its edge overwrites the header with the client, then itself.
  { name: 'Railway', variable: 'RAILWAY_ENVIRONMENT_ID', proxies: 2, disk: 'volumes' },
  { name: 'Cloud Run', variable: 'K_SERVICE', proxies: 1, disk: 'none' },
]

/** `web.2` of Heroku and Dokku; a pod of a StatefulSet counts from 0. Random names of other pods have five characters at their end. */
const DYNO_NUMBER = /^[a-z]+\.(\d{1,3})$/
const POD_NUMBER = /-(\d{1,3})$/

/** Which of several instances this is, counted from 1; undefined where nothing says it. */
export function instanceOf({ DYNO, KUBERNETES_SERVICE_HOST, HOSTNAME = '' }: Variables): number | undefined {
  const dyno = DYNO_NUMBER.exec(DYNO ?? '')?.[1]
  if (dyno !== undefined) return Number(dyno)
  const pod = KUBERNETES_SERVICE_HOST === undefined ? undefined : POD_NUMBER.exec(HOSTNAME)?.[1]
  return pod === undefined ? undefined : Number(pod) + 1
}

/** The platform, by the environment variables; undefined for an unknown one. */
export function platformOf(variables: Variables): Platform | undefined {
  const platform = PLATFORMS.find(({ variable }) => variables[variable])
  if (!platform) return undefined
  const { name, proxies, disk } = platform
  return { name, proxies, disk }
}
