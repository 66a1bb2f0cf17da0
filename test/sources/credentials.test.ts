import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { startWordPress, type WordPressServer } from '../support/wordpress-server.ts'

const GENERAL = { user: 'ogolny', key: 'klucz-ogolny' }
const POST = { user: 'redakcja-post', key: 'klucz-post' }
const BIZBLOG = { user: 'redakcja-biz', key: 'klucz-biz' }
const basic = ({ user, key }: typeof GENERAL): string => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
/** Credentials that a server received, each once. */
const credentialsSeenBy = ({ calls }: { calls: Array<{ headers: { authorization?: string } }> }) => [
  ...new Set(calls.map(({ headers }) => headers.authorization)),
]

const hubs: HubServer[] = []
let portal: PortalProcess | undefined
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  await Promise.all(hubs.splice(0).map((hub) => hub.close()))
})

async function openHub(): Promise<HubServer> {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  hubs.push(hub)
  return hub
}

/** Starts the built portal and requests an article and the home page of each service. */
async function read(variables: Record<string, string>, services: readonly string[]): Promise<PortalProcess> {
  portal = await startProcess({ CONTENT: 'hub', LOG_LEVEL: 'debug', ...variables })
  await portal.ready()
  for (const service of services) {
    const headers = { host: `${service}.localhost` }
    await portal.ask('/', { headers })
    await portal.ask('/2026/03/trzy-pytania-o-portfel', { headers })
  }
  return portal
}

test('SRC-14: each pair goes to the host of its own service, the general one to the host of CMS_URL, and nowhere else', async () => {
  const [general, post, bizblog, plus] = [await openHub(), await openHub(), await openHub(), await openHub()]
  const { output } = await read(
    {
      CMS_URL: general.url,
      CMS_USER: GENERAL.user,
      CMS_KEY: GENERAL.key,
      CMS_URL_POST: post.url,
      CMS_USER_POST: POST.user,
      CMS_KEY_POST: POST.key,
      CMS_URL_BIZBLOG: bizblog.url,
      CMS_USER_BIZBLOG: BIZBLOG.user,
      CMS_KEY_BIZBLOG: BIZBLOG.key,
      CMS_URL_PLUS: plus.url,
    },
    ['post', 'bizblog', 'akademia', 'rozrywka', 'plus'],
  )
  expect([general, post, bizblog, plus].map(credentialsSeenBy)).toEqual([
    [basic(GENERAL)],
    [basic(POST)],
    [basic(BIZBLOG)],
    [undefined],
  ])
  // SRC-13: the academy's content is that of the business blog.
  expect(bizblog.countOf('/wp-json/bb/v2/post/2026/03/trzy-pytania-o-portfel')).toBe(2)
  for (const { key } of [GENERAL, POST, BIZBLOG]) expect(output).not.toContain(key)
  expect(output).toContain(
    'this CMS is asked without credentials, as none are for its host (CMS_USER_PLUS, CMS_KEY_PLUS)',
  )
})

test('SRC-14: services that share one host may have a pair each', async () => {
  const hub = await openHub()
  await read(
    {
      CMS_URL: hub.url,
      CMS_USER: GENERAL.user,
      CMS_KEY: GENERAL.key,
      CMS_USER_POST: POST.user,
      CMS_KEY_POST: POST.key,
    },
    ['post', 'rozrywka'],
  )
  expect(credentialsSeenBy(hub).sort()).toEqual([basic(GENERAL), basic(POST)].sort())
})

test('SRC-14: a host that a CMS redirects to receives no credentials', async () => {
  const [post, elsewhere] = [await openHub(), await openHub()]
  post.misbehaveAll(({ path }) => ({ location: `${elsewhere.url}${path}` }))
  portal = await startProcess({
    CONTENT: 'hub',
    CMS_URL_POST: post.url,
    CMS_USER_POST: POST.user,
    CMS_KEY_POST: POST.key,
    SERVICE: 'post',
  })
  await portal.listening()
  expect(await portal.status('/2026/03/trzy-pytania-o-portfel')).toBe(503)
  expect([credentialsSeenBy(post), elsewhere.calls]).toEqual([[basic(POST)], []])
})

describe('with WordPress', () => {
  let sites: WordPressServer[] = []
  beforeEach(async () => {
    sites = [await startWordPress(), await startWordPress()]
    for (const site of sites) {
      site.on('/wp-json/wp/v2/users/me', {
        json: { id: 1, roles: ['editor'], capabilities: { edit_others_posts: true, edit_others_pages: true } },
      })
    }
  })
  afterEach(async () => {
    await Promise.all(sites.map((site) => site.close()))
  })

  test('SRC-14: each pair is tested at its own site when the portal starts, and goes to no other', async () => {
    const [general, post] = sites as [WordPressServer, WordPressServer]
    portal = await startProcess({
      CONTENT: 'wordpress',
      CMS_POLL_SECONDS: '0',
      CMS_URL: general.url,
      CMS_USER: GENERAL.user,
      CMS_KEY: GENERAL.key,
      CMS_URL_POST: post.url,
      CMS_USER_POST: POST.user,
      CMS_KEY_POST: POST.key,
    })
    await portal.ready()
    await portal.ask('/2026/03/tytul', { headers: { host: 'post.localhost' } })
    // Some requests to WordPress are anonymous.
    expect(credentialsSeenBy(general)).toContain(basic(GENERAL))
    expect(credentialsSeenBy(post)).toContain(basic(POST))
    expect(credentialsSeenBy(general)).not.toContain(basic(POST))
    expect(credentialsSeenBy(post)).not.toContain(basic(GENERAL))
    expect(post.requested()).toContain('GET wp/v2/users/me')
  })

  test('SRC-16: the portal does not start with a pair that a site refuses, and names the pair', async () => {
    const [site] = sites as [WordPressServer, WordPressServer]
    site.on('/wp-json/wp/v2/users/me', { status: 401, json: { code: 'rest_not_logged_in' } })
    portal = await startProcess({
      CONTENT: 'wordpress',
      CMS_URL_POST: site.url,
      CMS_USER_POST: POST.user,
      CMS_KEY_POST: POST.key,
    })
    expect(await portal.exit()).toBe(1)
    expect(portal.output).toContain(`does not accept CMS_USER_POST \\"${POST.user}\\" with this CMS_KEY_POST`)
    expect(portal.output).not.toContain(POST.key)
  })
})

test('SRC-16: the doctor requests each CMS with its own credentials, and names their variables when they are refused', async () => {
  const [general, bizblog] = [await openHub(), await openHub()]
  const allow = (pair: typeof GENERAL) => (call: { headers: { authorization?: string } }) =>
    call.headers.authorization === basic(pair) ? undefined : { status: 401 }
  general.misbehaveAll(allow(GENERAL))
  bizblog.misbehaveAll(allow({ ...BIZBLOG, key: 'inny' }))
  const output = await new Promise<string>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      CONTENT: 'hub',
      CMS_URL: general.url,
      // A page that this hub has, so that the first check passes.
      HOME_ID_POST: '5257367',
      CMS_USER: GENERAL.user,
      CMS_KEY: GENERAL.key,
      CMS_URL_BIZBLOG: bizblog.url,
      CMS_USER_BIZBLOG: BIZBLOG.user,
      CMS_KEY_BIZBLOG: BIZBLOG.key,
    }
    execFile('node', ['dist/doctor.js'], { cwd: ROOT, env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(output).toContain('Check CMS_USER_BIZBLOG and CMS_KEY_BIZBLOG.')
  expect(output).not.toContain('Check CMS_USER and CMS_KEY.')
  expect(output).not.toContain(BIZBLOG.key)
  expect([credentialsSeenBy(general), credentialsSeenBy(bizblog)]).toEqual([[basic(GENERAL)], [basic(BIZBLOG)]])
})
