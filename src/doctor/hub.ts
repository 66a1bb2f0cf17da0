import { ask, jsonOf, NoAnswer } from './ask.ts'
import { bad, type Check, type Finding, good } from './check.ts'

/** A hub and the home pages that services have in it. */
export interface HubSite {
  url: string
  credentials?: { user: string; key: string } | undefined
  /** The variables that they come from. */
  settings: { user: string; key: string }
  homes: ReadonlyArray<{ service: string; path: string }>
}

/** What must hold between the portal and the hub before a page can be made. */
export function hubChecks(site: HubSite): Check[] {
  return site.homes.map(({ service, path }, position) => ({
    title: `Asking ${site.url} for the home page of ${service}`,
    run: () => home(site, service, path),
    isGround: position === 0,
  }))
}

async function home({ url, credentials, settings }: HubSite, service: string, path: string): Promise<Finding> {
  const basic = credentials && Buffer.from(`${credentials.user}:${credentials.key}`).toString('base64')
  const answer = await ask(`${url}${path}`, basic === undefined ? {} : { authorization: `Basic ${basic}` }).catch(
    (error: unknown) => {
      if (error instanceof NoAnswer) return error
      throw error
    },
  )
  if (answer instanceof NoAnswer) {
    return bad(
      `${url} cannot be reached: ${answer.message}.`,
      'Check CMS_URL, and that this machine may connect there (DNS, firewall, certificate).',
    )
  }
  const { status } = answer
  if (status === 401 || status === 403) {
    return bad(`The hub refuses the credentials (HTTP ${status}).`, `Check ${settings.user} and ${settings.key}.`)
  }
  if (status >= 300 && status < 400) {
    return bad(
      `${url} sends everybody on to ${answer.headers.get('location') ?? 'nowhere'}.`,
      'Set CMS_URL to the address that the hub has in the end.',
    )
  }
  if (status === 404) {
    return bad(
      `The hub has no page ${path}.`,
      `Check CMS_URL, and HOME_ID_${service.toUpperCase()}: it is the id of that service's home page.`,
    )
  }
  if (status !== 200) return bad(`The hub answers HTTP ${status}.`, "Look into the hub's own log.")
  if (jsonOf(answer) === undefined) {
    return bad(`${url} answers, but not with JSON.`, 'Check CMS_URL: it is the address of the hub itself.')
  }
  return good(`The hub has the home page of ${service}.`)
}
