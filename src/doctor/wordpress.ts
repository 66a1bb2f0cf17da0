import * as z from 'zod'
import { missingCapabilities } from '../cms/wordpress/check.ts'
import { restMe } from '../cms/wordpress/wire.ts'
import { type Answer, ask, jsonOf, NoAnswer } from './ask.ts'
import { bad, type Check, type Finding, good, weak } from './check.ts'

/** The site that is looked at. */
export interface Site {
  /** Without a trailing slash. */
  url: string
  credentials?: { user: string; key: string } | undefined
  /** The variables that they come from. */
  settings: { user: string; key: string }
}

const MIN_VERSION = [6, 1] as const

const index = z.object({
  name: z.string().catch(''),
  home: z.string().catch(''),
  namespaces: z.array(z.string()),
  authentication: z.record(z.string(), z.unknown()).catch({}),
})
const posts = z.array(z.object({ link: z.string() }))

/** Everything that must hold between the portal and a WordPress before a page can be made. */
export function wordPressChecks(site: Site): Check[] {
  return [
    { title: `Reaching ${site.url}`, run: () => reachable(site), isGround: true },
    { title: 'Reading its version', run: () => version(site) },
    { title: 'Reading its permalinks', run: () => permalinks(site) },
    // The portal does not start with wrong ones.
    { title: 'Trying the credentials', run: () => credentials(site), isGround: true },
  ]
}

async function reachable({ url }: Site): Promise<Finding> {
  const answer = await ask(`${url}/wp-json/`).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error
    throw error
  })
  if (answer instanceof NoAnswer) {
    return bad(
      `${url} cannot be reached: ${answer.message}.`,
      'Check CMS_URL, and that this machine may connect there (DNS, firewall, certificate). To compare: curl -I with that address.',
    )
  }
  const found = index.safeParse(jsonOf(answer))
  if (answer.status === 200 && found.success && found.data.namespaces.includes('wp/v2')) return named(url, found.data)
  return notIndex(url, answer)
}

function named(url: string, { name, home }: z.output<typeof index>): Finding {
  const [own, theirs] = [URL.parse(url)?.host, URL.parse(home)?.host]
  if (theirs !== undefined && own !== theirs) {
    return weak(
      `${url} is the WordPress "${name}", which takes its own address to be ${home}.`,
      `Links in its texts lead to ${theirs}, and the portal cannot tell that they are its own pages. Set CMS_URL to ${home}, or mend the address in WordPress under Settings → General.`,
    )
  }
  return good(`${url} is the WordPress "${name}".`)
}

/** Something answers, and it is not the index of a REST API. */
async function notIndex(url: string, { status, headers }: Answer): Promise<Finding> {
  if (status >= 300 && status < 400) {
    const target = URL.parse(headers.get('location') ?? '', `${url}/wp-json/`)?.href.replace(/\/wp-json\/?$/, '')
    return bad(
      `${url} sends everybody on to ${target ?? 'nowhere'}.`,
      'Set CMS_URL to the address that WordPress has in the end: credentials are never sent to another one.',
    )
  }
  const withoutPermalinks = await ask(`${url}/?rest_route=/`).catch(() => undefined)
  if (withoutPermalinks && index.safeParse(jsonOf(withoutPermalinks)).success) {
    return bad(
      'WordPress is there, but its permalinks are switched off ("Plain").',
      'In WordPress choose Settings → Permalinks → "Month and name", or any other but "Plain", and save.',
    )
  }
  if (status === 401 || status === 403) {
    return bad(
      `${url} does not let this machine read its REST API (HTTP ${status}).`,
      'Let this machine through to /wp-json/ where the site is guarded: security plugin, firewall, or a password of the web server.',
    )
  }
  return bad(
    `${url} answers (HTTP ${status}), but not as a WordPress with its REST API.`,
    'Check CMS_URL: it is the address of the site itself, with the folder when WordPress lies in one, without /wp-admin or /wp-json. If it is right, a plugin may have switched the REST API off.',
  )
}

async function version({ url }: Site): Promise<Finding> {
  const { text } = await ask(`${url}/?feed=rss2`).then((answer) =>
    answer.status >= 300 && answer.status < 400 ? ask(`${url}/feed/`) : answer,
  )
  const found =
    /<generator>https?:\/\/wordpress\.org\/\?v=(\d{1,4})\.(\d{1,4})([\d.]{0,20})[^<]{0,40}<\/generator>/.exec(text)
  const needed = MIN_VERSION.join('.')
  if (!found) {
    return weak(
      'The site keeps its version to itself.',
      `Look it up under Dashboard → Updates: the portal needs ${needed} or newer.`,
    )
  }
  const [major, minor] = [Number(found[1]), Number(found[2])]
  const isNew = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
  const full = `${major}.${minor}${found[3] ?? ''}`
  if (isNew) return good(`WordPress ${full}.`)
  return bad(
    `WordPress ${full} is too old: the portal needs ${needed} or newer.`,
    'Update it under Dashboard → Updates.',
  )
}

const makePassword = ({ user, key }: Site['settings']): string =>
  `In WordPress open Users → Profile → Application Passwords of an editor or administrator, add one named "portal", and set ${user} to the login name and ${key} to the password that is shown once.`

async function credentials({ url, credentials: own, settings }: Site): Promise<Finding> {
  if (!own) {
    return weak(
      'No credentials are set: the portal sees what visitors see. Texts come as WordPress renders them, without the settings of their blocks.',
      makePassword(settings),
    )
  }
  const authorization = `Basic ${Buffer.from(`${own.user}:${own.key}`).toString('base64')}`
  const answer = await ask(`${url}/wp-json/wp/v2/users/me?context=edit`, { authorization })
  if (answer.status !== 200) return refused({ url, settings }, own.user, answer)
  const me = restMe.parse(jsonOf(answer) ?? {})
  const roles = me.roles
  if (missingCapabilities(me).length > 0) {
    return bad(
      `The credentials are right, but ${own.user} is only ${roles.join(', ') || 'a reader'} and may not read other people's posts as they were written.`,
      'Give that user the role Editor under Users, or use the credentials of an editor.',
    )
  }
  return good(`WordPress knows ${own.user} (${roles.join(', ')}).`)
}

/** WordPress says the same of a wrong password, of a wrong name, and of credentials that never reached it. */
async function refused({ url, settings }: Site, user: string, { status }: Answer): Promise<Finding> {
  if (status !== 401) {
    return bad(
      `The credentials could not be tried: HTTP ${status}.`,
      'Let this machine through to /wp-json/wp/v2/users/me where the site is guarded: security plugin or firewall.',
    )
  }
  const found = index.safeParse(jsonOf(await ask(`${url}/wp-json/`)))
  if (found.success && !('application-passwords' in found.data.authentication)) {
    return bad(
      'Application passwords are switched off in this WordPress.',
      'It offers them over https only, and some security plugins switch them off: use the https address of the site in CMS_URL, and look through the settings of security plugins.',
    )
  }
  return bad(
    `WordPress does not accept ${settings.user} ${user} with the password in ${settings.key}.`,
    `${settings.user} is the login name, and ${settings.key} is not the password one logs in with. ${makePassword(settings)}\nWhen both are right, the web server keeps them to itself. With Apache add this line to the .htaccess of the site, above "# BEGIN WordPress":\nSetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1`,
  )
}

async function permalinks({ url }: Site): Promise<Finding> {
  const answer = await ask(`${url}/wp-json/wp/v2/posts?per_page=1&_fields=link`)
  const found = posts.safeParse(jsonOf(answer))
  if (answer.status !== 200 || !found.success) {
    return bad(
      `The list of posts cannot be read (HTTP ${answer.status}).`,
      'Let visitors read /wp-json/wp/v2/posts: a security plugin may have closed it.',
    )
  }
  const link = URL.parse(found.data[0]?.link ?? '')
  if (!link) return weak('There is no published post yet.', 'Publish one, and run this again.')
  if (link.pathname === '/' || link.search !== '') {
    return bad(
      `Posts have no addresses of their own: the newest is ${link.href}.`,
      'In WordPress choose Settings → Permalinks → "Month and name", or any other but "Plain", and save.',
    )
  }
  return good(`Posts have addresses of their own, like ${link.pathname}.`)
}
