import * as z from 'zod'
import { missingCapabilities } from '../../../src/sources/wordpress/check.ts'
import { isNoindexHead, isOfSite, type NoindexReading } from '../../../src/sources/wordpress/site-robots.ts'
import { pathOf } from '../../../src/sources/wordpress/urls.ts'
import { restMe, yoastRobots } from '../../../src/sources/wordpress/wire.ts'
import { fetchOnce, fetchRest, jsonOf, NoResponse, type SiteResponse, wholeJsonOf } from '../fetch-once.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'

export interface Site {
  url: string
  credentials?: { user: string; key: string }
  noindex: NoindexReading
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

export function wordPressChecks(site: Site): Check[] {
  return [
    { title: `Reaching ${site.url}`, run: () => reachable(site), isGround: true },
    { title: 'Reading its version', run: () => version(site) },
    { title: 'Reading its permalinks', run: () => permalinks(site) },
    { title: 'Reading its responses as they come', run: () => output(site) },
    { title: 'Asking whether search engines may come', run: () => indexing(site) },
    { title: 'Trying the credentials', run: () => credentials(site), isGround: true },
  ]
}

async function reachable({ url }: Site): Promise<Finding> {
  const response = await fetchRest(url, '').catch((error: unknown) => {
    if (error instanceof NoResponse) return error
    throw error
  })
  if (response instanceof NoResponse) {
    return bad(
      `${url} cannot be reached: ${response.message}.`,
      'Check CMS_URL, and that this machine may connect there (DNS, firewall, certificate). To compare: curl -I with that URL.',
    )
  }
  const parsed = index.safeParse(jsonOf(response))
  const isIndex = response.status === 200 && parsed.success && parsed.data.namespaces.includes('wp/v2')
  return isIndex ? named(url, parsed.data) : notIndex(url, response)
}

function named(url: string, { name, home }: z.output<typeof index>): Finding {
  const [own, theirs] = [URL.parse(url)?.host, URL.parse(home)?.host]
  if (theirs !== undefined && own !== theirs) {
    return weak(
      `${url} is the WordPress "${name}", which takes its own URL to be ${home}.`,
      `Links in its texts lead to ${theirs}, and the portal cannot tell that they are its own pages. Set CMS_URL to ${home}, or mend the URL in WordPress under Settings → General.`,
    )
  }
  return good(`${url} is the WordPress "${name}".`)
}

function notIndex(url: string, { status, headers }: SiteResponse): Finding {
  if (status >= 300 && status < 400) {
    const target = URL.parse(headers.get('location') ?? '', `${url}/wp-json/`)?.href.replace(/\/wp-json\/?$/, '')
    return bad(
      `${url} sends everybody on to ${target ?? 'nowhere'}.`,
      'Set CMS_URL to the URL that WordPress has in the end: credentials are never sent to another one.',
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
    'Check CMS_URL: it is the URL of the site itself, with the folder when WordPress lies in one, without /wp-admin or /wp-json. If it is right, a plugin may have switched the REST API off.',
  )
}

async function version({ url }: Site): Promise<Finding> {
  const { text } = await fetchOnce(`${url}/?feed=rss2`).then((response) =>
    response.status >= 300 && response.status < 400 ? fetchOnce(`${url}/feed/`) : response,
  )
  const match =
    /<generator>https?:\/\/wordpress\.org\/\?v=(\d{1,4})\.(\d{1,4})([\d.]{0,20})[^<]{0,40}<\/generator>/.exec(text)
  const needed = MIN_VERSION.join('.')
  if (!match) {
    return weak(
      'The site keeps its version to itself.',
      `Look it up under Dashboard → Updates: the portal needs ${needed} or newer.`,
    )
  }
  const [major, minor] = [Number(match[1]), Number(match[2])]
  const isNew = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
  const full = `${major}.${minor}${match[3] ?? ''}`
  if (isNew) return good(`WordPress ${full}.`)
  return bad(
    `WordPress ${full} is too old: the portal needs ${needed} or newer.`,
    'Update it under Dashboard → Updates.',
  )
}

async function output({ url }: Site): Promise<Finding> {
  const response = await fetchRest(url, 'wp/v2/posts', 'per_page=1&_fields=id')
  const { beside } = wholeJsonOf(response) ?? {}
  if (beside) {
    return weak(
      `Something stands around the JSON of WordPress: "${beside}".`,
      'The portal reads the JSON all the same. Mend the plugin or theme that the words name, or switch off WP_DEBUG_DISPLAY in wp-config.php.',
    )
  }
  if (response.isMarked) {
    return weak(
      'A byte order mark stands before the JSON of WordPress.',
      'The portal reads it all the same. A file of the theme or of a plugin, often functions.php or wp-config.php, was saved as "UTF-8 with BOM": save it as UTF-8 without.',
    )
  }
  if (response.status === 200 && !response.headers.has('x-wp-total')) {
    return weak(
      'The header X-WP-Total is missing: a proxy or a plugin drops it.',
      'The portal counts the posts itself, which takes further calls. Let the headers X-WP-Total and X-WP-TotalPages through.',
    )
  }
  return good('Its responses are nothing but JSON, with their numbers.')
}

const robotsOfPosts = z.array(z.object({ yoast_head_json: yoastRobots }))

const HEAD_CHARACTERS = 100_000

/** WordPress behind a portal rightly refuses search engines (SRC-52). */
async function indexing({ url, noindex }: Site): Promise<Finding> {
  const [posts, front] = await Promise.all([
    fetchRest(url, 'wp/v2/posts', 'per_page=20&_fields=yoast_head_json.robots'),
    fetchOnce(`${url}/`).catch(() => undefined),
  ])
  const listed = robotsOfPosts.safeParse(jsonOf(posts))
  const isFrontExcluded = isNoindexHead((front?.text ?? '').slice(0, HEAD_CHARACTERS))
  if (!isFrontExcluded && !isOfSite(listed.success ? listed.data : [])) return good('Search engines may come.')
  return weak(
    'WordPress keeps search engines away from all that it has: Settings → Reading, "Discourage search engines".',
    noindex === 'posts'
      ? 'CMS_NOINDEX=posts is set: every post stays away from search engines here too, and feeds and maps are empty. Without it, the setting does not count here.'
      : 'That is right for a WordPress behind a portal: the portal takes it for the setting of the site and not of each post. Set CMS_NOINDEX=posts when every post is to stay away from search engines here too.',
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
  const response = await fetchRest(url, 'wp/v2/users/me', 'context=edit', { authorization })
  if (response.status !== 200) return refused({ url, settings }, own.user, response)
  const me = restMe.parse(jsonOf(response) ?? {})
  const roles = me.roles
  if (missingCapabilities(me).length > 0) {
    return bad(
      `The credentials are right, but ${own.user} is only ${roles.join(', ') || 'a reader'} and may not read other people's posts as they were written.`,
      'Give that user the role Editor under Users, or use the credentials of an editor.',
    )
  }
  return good(`WordPress knows ${own.user} (${roles.join(', ')}).`)
}

/** WordPress gives the same error for a wrong password, a wrong name, and credentials that never arrived. */
async function refused(
  { url, settings }: Pick<Site, 'url' | 'settings'>,
  user: string,
  { status }: SiteResponse,
): Promise<Finding> {
  if (status !== 401) {
    return bad(
      `The credentials could not be tried: HTTP ${status}.`,
      'Let this machine through to /wp-json/wp/v2/users/me where the site is guarded: security plugin or firewall.',
    )
  }
  const parsed = index.safeParse(jsonOf(await fetchRest(url, '')))
  if (parsed.success && !('application-passwords' in parsed.data.authentication)) {
    return bad(
      'Application passwords are switched off in this WordPress.',
      'It offers them over https only, and some security plugins switch them off: use the https URL of the site in CMS_URL, and look through the settings of security plugins.',
    )
  }
  return bad(
    `WordPress does not accept ${settings.user} ${user} with the password in ${settings.key}.`,
    `${settings.user} is the login name, and ${settings.key} is not the password one logs in with. ${makePassword(settings)}\nWhen both are right, the web server keeps them to itself. With Apache add this line to the .htaccess of the site, above "# BEGIN WordPress":\nSetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1`,
  )
}

async function permalinks({ url }: Site): Promise<Finding> {
  const response = await fetchRest(url, 'wp/v2/posts', 'per_page=1&_fields=link')
  const parsed = posts.safeParse(jsonOf(response))
  if (response.status !== 200 || !parsed.success) {
    return bad(
      `The list of posts cannot be read (HTTP ${response.status}).`,
      'Let visitors read /wp-json/wp/v2/posts: a security plugin may have closed it.',
    )
  }
  const newest = parsed.data[0]?.link
  const link = URL.parse(newest ?? '')
  if (!link || newest === undefined) return weak('There is no published post yet.', 'Publish one, and run this again.')
  if (response.isPlain || link.pathname === '/' || link.search !== '') {
    const path = pathOf(newest)
    return weak(
      `Permalinks are switched off in this WordPress ("Plain"): its newest post is ${link.href}${path === undefined ? '' : `, and ${path} here`}.`,
      'The portal reads it all the same. For URLs with words choose Settings → Permalinks → "Month and name", or any other but "Plain", and save: the URLs of today lead to the new ones.',
    )
  }
  return good(`Posts have URLs of their own, like ${link.pathname}.`)
}
