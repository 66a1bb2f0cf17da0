import { serviceTable } from '../../../src/content/ad-table.ts'
import { HUB_ADS_PATH } from '../../../src/sources/hub/hub.ts'
import { fetchOnce, jsonOf, NoResponse } from '../fetch-once.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'

export interface HubSite {
  url: string
  credentials?: { user: string; key: string }
  settings: { user: string; key: string }
  homes: ReadonlyArray<{ service: string; path: string }>
  advertises: boolean
}

export function hubChecks(site: HubSite): Check[] {
  const homes = site.homes.map(({ service, path }, position) => ({
    title: `Asking ${site.url} for the home page of ${service}`,
    run: () => home(site, service, path),
    isGround: position === 0,
  }))
  const ads = { title: `Asking ${site.url} for its table of advertising slots`, run: () => adTable(site) }
  return site.advertises ? [...homes, ads] : homes
}

function basicOf({ credentials }: HubSite): Record<string, string> {
  if (!credentials) return {}
  const basic = Buffer.from(`${credentials.user}:${credentials.key}`).toString('base64')
  return { authorization: `Basic ${basic}` }
}

/** Pages work without the table, so no finding is worse than `weak`. */
async function adTable(site: HubSite): Promise<Finding> {
  const response = await fetchOnce(`${site.url}${HUB_ADS_PATH}`, basicOf(site)).catch((error: unknown) => {
    if (error instanceof NoResponse) return error
    throw error
  })
  if (!(response instanceof NoResponse) && response.status === 200) {
    const table = serviceTable(jsonOf(response))
    if (table) return good(`The hub has a table of ${table.size} advertising slots.`)
  }
  const why = response instanceof NoResponse ? response.message : `HTTP ${response.status}, and no table`
  return weak(
    `The hub's table of advertising slots cannot be read (${why}): pages show the slots that they name themselves, and those of src/services.`,
    `Look whether ${HUB_ADS_PATH} is there, and open to the portal's user.`,
  )
}

async function home(site: HubSite, service: string, path: string): Promise<Finding> {
  const { url, settings } = site
  const response = await fetchOnce(`${url}${path}`, basicOf(site)).catch((error: unknown) => {
    if (error instanceof NoResponse) return error
    throw error
  })
  if (response instanceof NoResponse) {
    return bad(
      `${url} cannot be reached: ${response.message}.`,
      'Check CMS_URL, and that this machine may connect there (DNS, firewall, certificate).',
    )
  }
  const { status } = response
  if (status === 401 || status === 403) {
    return bad(`The hub refuses the credentials (HTTP ${status}).`, `Check ${settings.user} and ${settings.key}.`)
  }
  if (status >= 300 && status < 400) {
    return bad(
      `${url} sends everybody on to ${response.headers.get('location') ?? 'nowhere'}.`,
      'Set CMS_URL to the URL that the hub has in the end.',
    )
  }
  if (status === 404) {
    return bad(
      `The hub has no page ${path}.`,
      `Check CMS_URL, and HOME_ID_${service.toUpperCase()}: it is the id of that service's home page.`,
    )
  }
  if (status !== 200) return bad(`The hub answers HTTP ${status}.`, "Look into the hub's own log.")
  if (jsonOf(response) === undefined) {
    return bad(`${url} answers, but not with JSON.`, 'Check CMS_URL: it is the URL of the hub itself.')
  }
  return good(`The hub has the home page of ${service}.`)
}
