/** A platform that runs other people's programs, known by what it sets for them. */
export interface Platform {
  name: string
  /** Proxies of its own in front of every program, which nobody can go around. */
  proxies: number
  /** `volumes`: files last where a volume is mounted, and nowhere else. `none`: nothing lasts. */
  disk: 'volumes' | 'none'
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The first that fits counts: Dokku says that it is Heroku as well. Kubernetes is not among them: what is in front of a
 * program there its operator alone knows, and an address within the cluster may be any client's (OPS-8).
 */
const PLATFORMS: ReadonlyArray<Platform & { variable: string }> = [
  { name: 'Dokku', variable: 'DOKKU_APP_NAME', proxies: 1, disk: 'volumes' },
  { name: 'Heroku', variable: 'DYNO', proxies: 1, disk: 'none' },
  // Cloudflare's, the platform's edge, and the one of the machine.
  { name: 'Render', variable: 'RENDER', proxies: 3, disk: 'volumes' },
  // Its proxy adds the client, then the address that the client came to.
  { name: 'Fly', variable: 'FLY_APP_NAME', proxies: 2, disk: 'volumes' },
  // Its edge writes the header itself: the client, then itself.
  { name: 'Railway', variable: 'RAILWAY_ENVIRONMENT_ID', proxies: 2, disk: 'volumes' },
  { name: 'Cloud Run', variable: 'K_SERVICE', proxies: 1, disk: 'none' },
]

/** Where the portal runs, by the environment variables; undefined: nothing that is known. */
export function platformOf(variables: Variables): Platform | undefined {
  const found = PLATFORMS.find(({ variable }) => variables[variable])
  if (!found) return undefined
  const { name, proxies, disk } = found
  return { name, proxies, disk }
}
