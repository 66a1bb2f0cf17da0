import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'

const START_LIMIT_MS = 60_000
const PAGE = '/2026/02/blockchain-skrot-blok-lancuch'
const HTTP = { 'x-forwarded-proto': 'http' }

let folder: string
let portal: PortalProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redirects-'))
  await cp(join(ROOT, 'sites/szpalta'), join(folder, 'site'), { recursive: true })
  await writeFile(
    join(folder, 'site/redirects.csv'),
    `from,to,status\n/stary.php?id=7,${PAGE}\n/dzial/*,/kategoria/*\n/znikla,,410\n/raz,/dwa\n/dwa,/kontakt-nowy\n/tam,/z-powrotem\n/z-powrotem,/tam\n`,
  )
  portal = await startProcess({
    SITE_DIR: join(folder, 'site'),
    SERVICE: 'akademia',
    SERVICE_URL_AKADEMIA: 'https://gazeta.example',
    SERVICE_URL_POST: 'https://www.post.example',
    UNKNOWN_HOSTS: 'refuse',
  })
  await portal.ready()
}, START_LIMIT_MS)
afterAll(async () => {
  await portal?.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = async (host: string, path: string, { headers = {}, method = 'GET' } = {}) => {
  const response = await portal.ask(path, { method, headers: { host, ...headers } })
  return { status: response.status, location: response.headers.location }
}

test.each([
  ['www.gazeta.example', PAGE, {}, `https://gazeta.example${PAGE}`],
  ['WWW.gazeta.example:8080', `${PAGE}?a=1`, {}, `https://gazeta.example${PAGE}?a=1`],
  ['www.gazeta.example', PAGE, HTTP, `https://gazeta.example${PAGE}`],
  ['gazeta.example', PAGE, HTTP, `https://gazeta.example${PAGE}`],
  ['post.example', '/', {}, 'https://www.post.example/'],
  ['www.gazeta.example', '//evil.example/', {}, 'https://gazeta.example//evil.example/'],
  ['www.gazeta.example', '/stary.php?id=7', HTTP, `https://gazeta.example${PAGE}`],
])('%s%s leads to the one origin in one redirect (OPS-17)', async (host, path, headers, location) => {
  expect(await get(host, path, { headers })).toEqual({ status: 301, location })
  expect(await get(host, path, { headers, method: 'HEAD' })).toEqual({ status: 301, location })
})

test.each([
  ['the one origin by https', 'gazeta.example', PAGE, { 'x-forwarded-proto': 'https' }, 200],
  ['a connection that says nothing', 'gazeta.example', PAGE, {}, 200],
  ['a probe', 'www.gazeta.example', '/healthz', HTTP, 200],
  ['a challenge of a certificate authority', 'gazeta.example', '/.well-known/acme-challenge/x', HTTP, 404],
  ['another name', 'www.evil.example', '/', {}, 421],
  ['a name with a name in front', 'a.www.gazeta.example', '/', {}, 421],
])('%s stays (OPS-17)', async (_, host, path, headers, status) => {
  expect((await get(host, path, { headers })).status).toBe(status)
})

test('what a form sends is not redirected (OPS-17)', async () => {
  expect((await get('gazeta.example', '/api/sare/', { method: 'POST', headers: HTTP })).status).not.toBe(301)
})

test.each([
  ['/stary.php?id=7', 301, PAGE],
  ['/stary.php?id=8', 404, undefined],
  ['/dzial/edukacja', 301, '/kategoria/edukacja'],
  ['/znikla', 410, undefined],
  ['/raz', 301, '/kontakt-nowy'],
  ['/tam', 404, undefined],
])('%s is what the site’s own table says (SITE-18)', async (path, status, location) => {
  for (let visit = 0; visit < 2; visit++) expect(await get('gazeta.example', path)).toEqual({ status, location })
})

test('rows in a loop are left out, and the log names them with their lines (SITE-18)', () => {
  expect(portal.lines().filter(({ problems }) => problems !== undefined)).toMatchObject([
    {
      problems: [
        { file: 'redirects.csv', line: 7, message: '/tam leads back to itself' },
        { file: 'redirects.csv', line: 8, message: '/z-powrotem leads back to itself' },
      ],
    },
  ])
})

test(
  'HTTPS_REDIRECT=off leaves readers where they came (OPS-17); REDIRECTS_FILE stands in place of the folder’s (SITE-18)',
  async () => {
    const stated = join(folder, 'stare adresy.csv')
    await writeFile(stated, `/wlasny,${PAGE},302\n`)
    const plain = await startProcess({
      SITE_DIR: join(folder, 'site'),
      REDIRECTS_FILE: stated,
      SERVICE: 'akademia',
      SERVICE_URL_AKADEMIA: 'https://gazeta.example',
      HTTPS_REDIRECT: 'off',
    })
    await plain.ready()
    expect((await plain.ask(PAGE, { headers: { host: 'gazeta.example', ...HTTP } })).status).toBe(200)
    const { status, headers } = await plain.ask('/wlasny', { headers: { host: 'gazeta.example' } })
    expect([status, headers.location]).toEqual([302, PAGE])
    expect(await plain.status('/stary.php?id=7')).toBe(404)
    await plain.stop()
  },
  START_LIMIT_MS,
)

test(
  'a table with a mistake ends the start, with its line (SITE-18)',
  async () => {
    await writeFile(join(folder, 'site/redirects.csv'), 'from,to\n/a,/b\n/b,//evil.example\n')
    const broken = await startProcess({ SITE_DIR: join(folder, 'site') })
    expect(await broken.exit()).toBe(1)
    const absent = await startProcess({ REDIRECTS_FILE: join(folder, 'nie-ma.csv') })
    expect(await absent.exit()).toBe(1)
    expect(absent.complaints).toContain('nie-ma.csv:1:1')
    expect(broken.complaints).toContain('redirects.csv:3:1 to "//evil.example" must be')
  },
  START_LIMIT_MS,
)
