import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startHub } from '../support/hub-server.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const RUN_LIMIT_MS = 60_000
const SECRET = 'tajny-klucz-testowy'

/** The built doctor, started as by `npm run doctor`. */
function doctor(variables: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...variables }
    const child = execFile('node', ['dist/doctor.js'], { cwd: ROOT, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
}

/** A server in place of the CMS. */
async function standIn(reply: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(reply).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test(
  'the embedded newsroom passes every check, and the doctor ends with 0',
  async () => {
    const { code, output } = await doctor({})
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/makes its home page[\s\S]*As AMP it has[\s\S]*All is well/),
    ])
    expect(output).not.toMatch(/FIX|look/)
  },
  RUN_LIMIT_MS,
)

test(
  'unreadable settings are reported as by the server',
  async () => {
    const { code, output } = await doctor({ CONTENT: 'hub', CMS_KEY: SECRET })
    expect(code).toBe(1)
    expect(output).toMatch(/CMS_URL is required with CONTENT=hub/)
    expect(output).not.toContain(SECRET)
  },
  RUN_LIMIT_MS,
)

test(
  'a hub without the home page: the report names its id',
  async () => {
    const hub = await startHub()
    const { code, output } = await doctor({ CONTENT: 'hub', CMS_URL: hub.url })
    await hub.close()
    expect(code).toBe(1)
    expect(output).toMatch(/FIX {2}The hub has no page .*\n.*HOME_ID_/)
  },
  RUN_LIMIT_MS,
)

test.each([
  ['is there', { body: '{"0":{"adUnit":"a","active":true}}' }, /ok .*The hub has a table of 1 advertising slots/],
  ['is refused', { status: 403, body: '{}' }, /look .*advertising slots cannot be read \(HTTP 403/],
  ['is no table', { body: '<html>' }, /look .*advertising slots cannot be read \(HTTP 200, and no table/],
])(
  'ADS-12: a table of advertising slots that %s, where a network is configured',
  async (_case, behaviour, expected) => {
    const home = { ID: 1, page_slug: '', blocks: [] }
    const hub = await startHub(undefined, ({ path }) =>
      /\/page\/\d+$/.test(path) ? { body: JSON.stringify(home) } : undefined,
    )
    hub.misbehave('/wp-json/ad-menager/v2/ads/all', behaviour)
    const settings = { CONTENT: 'hub', CMS_URL: hub.url }
    const [{ output }, silent] = await Promise.all([
      doctor({ ...settings, GAM_NETWORK_CODE: '123' }),
      // Without a network the table is not read, whatever it is: one of them shows it.
      'status' in behaviour ? doctor(settings) : undefined,
    ])
    await hub.close()
    expect(output).toMatch(expected)
    if (silent) expect(silent.output).not.toMatch(/advertising slots/)
  },
  RUN_LIMIT_MS,
)

test.each([
  ['nobody listens', undefined, /cannot be reached: nothing listens there.[\s\S]*Check CMS_URL/],
  [
    'another address is the right one',
    (_request, response) => response.writeHead(301, { location: 'https://gazeta.example/wp-json/' }).end(),
    /sends everybody on to https:\/\/gazeta\.example\.\n.*Set CMS_URL/,
  ],
  [
    'a guard stands before it',
    (_request, response) => response.writeHead(403).end('no'),
    /HTTP 403[\s\S]*security plugin/,
  ],
  ['it is no WordPress', (_request, response) => response.end('<h1>Sklep</h1>'), /not as a WordPress[\s\S]*\/wp-admin/],
  [
    'permalinks are plain',
    ({ url = '' }, response) => {
      if (!url.startsWith('/?rest_route=')) return response.writeHead(404).end()
      return response.end(url.includes('posts') ? '[{"link":"http://blog.example/?p=5"}]' : '{"namespaces":["wp/v2"]}')
    },
    /look Permalinks are switched off[\s\S]*\?p=5[\s\S]*Settings → Permalinks/,
  ],
] satisfies Array<[string, RequestListener | undefined, RegExp]>)(
  'of a WordPress it reports that %s',
  async (_case, reply, words) => {
    const server = reply && (await standIn(reply))
    const url = server?.url ?? `http://127.0.0.1:${await freePort()}`
    const { code, output } = await doctor({ CONTENT: 'wordpress', CMS_URL: url, CMS_USER: 'redakcja', CMS_KEY: SECRET })
    server?.close()
    expect([code, output]).toEqual([1, expect.stringMatching(words)])
    expect(output).not.toContain(SECRET)
  },
  RUN_LIMIT_MS,
)

describeWithWordPress('of a real WordPress', () => {
  let wordpress: WordPress
  const settings = (): Record<string, string> => ({ CONTENT: 'wordpress', CMS_URL: wordpress.url })

  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  test(
    'reports a healthy WordPress with its version, and ends with 0',
    async () => {
      const { code, output } = await doctor({ ...settings(), CMS_USER: wordpress.user, CMS_KEY: wordpress.password })
      expect([code, output]).toEqual([0, expect.stringContaining(`WordPress ${wordpress.version}`)])
      expect(output).toMatch(/knows redakcja \(administrator\)/)
      expect(output).toMatch(/As AMP it has \d+ words/)
      expect(output).not.toContain(wordpress.password)
    },
    RUN_LIMIT_MS,
  )

  test(
    'without credentials it works, and explains how to create a password',
    async () => {
      const { code, output } = await doctor(settings())
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/look No credentials are set[\s\S]*Application Passwords/),
      ])
    },
    RUN_LIMIT_MS,
  )

  test.each([
    ['a wrong password', 'redakcja'],
    ['a user that is not there', 'nikt'],
  ])(
    'with %s it says so and ends with 1',
    async (_case, user) => {
      const { code, output } = await doctor({ ...settings(), CMS_USER: user, CMS_KEY: SECRET })
      expect(code).toBe(1)
      expect(output).toMatch(
        new RegExp(`does not accept CMS_USER ${user}[\\s\\S]*Application Passwords[\\s\\S]*SetEnvIf`),
      )
      expect(output).toMatch(/\n1 to fix/)
      expect(output).not.toContain(SECRET)
    },
    RUN_LIMIT_MS,
  )
})
