import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GitServer, startGitServer } from '../../support/git-server.ts'
import { type PortalProcess, type ProcessResponse, startProcess } from '../../support/process.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { ROOT } from '../../support/root.ts'
import { until } from '../../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../../support/with-redis.ts'

jest.setTimeout(300_000)

const TOKEN = 'sekret-powiadomien-z-gita'
const KEY = 'klucz-prywatnego-repozytorium'
const PATH = '/2026/03/pierwszy'
/** What the image has. */
const OWN_PATH = '/2026/10/oszustwo-krypto-gdzie-zglosic'
const ARTICLE = 'akademia/articles/pierwszy.md'
const BROKEN = '---\ntitle: Zepsuty\nlead: Zajawka.\ndate: jutro\n---\nTekst.\n'
const PUSHED = JSON.stringify({ ref: 'refs/heads/main', commits: [] })

const article = (title: string, body = 'Tekst.'): string =>
  `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\n${body}\n`

let git: GitServer
let folder: string
const portals: PortalProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'git-newsroom-'))
  git = await startGitServer()
  for (const name of ['akademia/home.html', 'akademia/terms.yaml', 'authors']) {
    await cp(join(ROOT, 'newsroom', name), join(git.work, name), { recursive: true })
  }
})
afterEach(async () => {
  await Promise.all(portals.splice(0).map((portal) => portal.stop()))
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

/** @param state of its own disk: a name for each machine */
async function started(variables: Record<string, string> = {}, state = 'one'): Promise<PortalProcess> {
  const portal = await startProcess({
    NEWSROOM_GIT: git.url,
    NEWSROOM_GIT_DIR: join(folder, state),
    NEWSROOM_TOKEN: TOKEN,
    ...variables,
  })
  portals.push(portal)
  await until(
    () => portal.status('/readyz').catch(() => 0),
    (status) => status === 200,
    60_000,
  )
  return portal
}

const post = (portal: PortalProcess, headers: Record<string, string>, body = PUSHED): Promise<ProcessResponse> =>
  portal.ask('/ops/newsroom', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
const notify = (portal: PortalProcess): Promise<ProcessResponse> => post(portal, { authorization: `Bearer ${TOKEN}` })
const signed = (body = PUSHED, secret = TOKEN): string => createHmac('sha256', secret).update(body).digest('hex')
const textOf = async (portal: PortalProcess, path = PATH): Promise<string> => {
  const { status, text } = await portal.ask(path)
  return status === 200 ? text : String(status)
}
const shows = (portal: PortalProcess, words: string, path = PATH): Promise<string> =>
  until(
    () => textOf(portal, path),
    (text) => text.includes(words),
    60_000,
  )

test('GIT-1 a start shows the newest commit at once, and not the newsroom of the image', async () => {
  await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
  const portal = await started()
  expect(await textOf(portal)).toContain('Tytuł pierwszy')
  expect(await portal.status(OWN_PATH)).toBe(404)
})

describeWithRedis('two instances', () => {
  let redis: RedisServer
  let hub: Server
  let pings: string[]
  beforeEach(async () => {
    redis = await startRedis(REDIS_PROGRAM ?? '')
    pings = []
    hub = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => void pings.push(new URLSearchParams(`${chunk}`).get('hub.url') ?? ''))
      request.on('end', () => response.end())
    })
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    hub.close()
    await redis.close()
  })

  test('GIT-1 a push is on the pages of both, with purges and notices as after any change', async () => {
    await git.push({ [ARTICLE]: article('Tytuł pierwszy'), 'akademia/articles/drugi.md': article('Tytuł drugi') })
    const settings = {
      REDIS_URL: redis.url,
      SERVICE_URL_AKADEMIA: 'https://akademia.example',
      WEBSUB_HUB_URL: `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`,
    }
    const [first, second] = await Promise.all([started(settings), started(settings, 'two')])
    await Promise.all(
      [first, second].map((portal) =>
        until(
          () => portal.output,
          (text) => text.includes('the shared store is there'),
        ),
      ),
    )
    const other = '/2026/03/drugi'
    for (const portal of [first, second]) {
      await shows(portal, 'Tytuł pierwszy')
      await shows(portal, 'Tytuł drugi', other)
    }
    const kindOf = async (portal: PortalProcess, path: string) => (await portal.ask(path)).headers['x-cache']
    await until(
      () => kindOf(second, other),
      (kind) => kind === 'hit',
    )
    const before = pings.length
    const pushedAt = performance.now()
    const commit = await git.push({ [ARTICLE]: article('Tytuł poprawiony') })
    const response = await notify(first)
    expect([response.status, JSON.parse(response.text)]).toEqual([200, { state: 'shown', commit, isNew: true }])
    await Promise.all([first, second].map((portal) => shows(portal, 'Tytuł poprawiony')))
    process.stdout.write(`  from the push to the pages of both: ${Math.round(performance.now() - pushedAt)} ms\n`)
    await Promise.all([first, second].map((portal) => shows(portal, 'Tytuł poprawiony', '/api/feed/rss')))
    await until(
      () => pings.slice(before),
      (urls) => urls.some((url) => url.includes('akademia.example')),
    )
    // What the commit does not change keeps its page.
    for (const portal of [first, second]) {
      expect(portal.lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
      expect(await textOf(portal, other)).toContain('Tytuł drugi')
    }
  })
})

test('GIT-1 workers of one machine share the commit and its notice', async () => {
  await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
  const portal = await started({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' })
  await until(
    () => portal.lines().filter(({ msg }) => msg === 'ready').length,
    (count) => count === 2,
    60_000,
  )
  await shows(portal, 'Tytuł pierwszy')
  await git.push({ [ARTICLE]: article('Tytuł poprawiony') })
  await notify(portal)
  // Each connection may get the other worker.
  await until(
    async () => Promise.all(Array.from({ length: 8 }, () => textOf(portal))),
    (texts) => texts.every((text) => text.includes('Tytuł poprawiony')),
    60_000,
  )
})

test('GIT-3 a broken commit is refused with its lines, and the last good one stays: also across a restart and without the host', async () => {
  const good = await git.push({ [ARTICLE]: article('Tytuł dobry') })
  const first = await started()
  const bad = await git.push({ [ARTICLE]: article('Tytuł niedobry'), 'akademia/articles/zepsuty.md': BROKEN })
  const response = await notify(first)
  const named = expect.stringContaining('akademia/articles/zepsuty.md:4: field "date"')
  expect(JSON.parse(response.text)).toEqual({ state: 'refused', commit: bad, problems: [named] })
  expect(await textOf(first)).toContain('Tytuł dobry')
  expect(first.lines()).toContainEqual(
    expect.objectContaining({ level: 50, commit: bad.slice(0, 12), shown: good.slice(0, 12), problems: [named] }),
  )
  // Again, it is not even fetched.
  const posts = git.requests.filter((one) => one.startsWith('POST')).length
  expect(JSON.parse((await notify(first)).text)).toMatchObject({ state: 'refused', commit: bad })
  expect(git.requests.filter((one) => one.startsWith('POST'))).toHaveLength(posts)
  await first.stop()
  const second = await started()
  expect(await textOf(second)).toContain('Tytuł dobry')
  await second.stop()
  await git.down()
  const third = await started()
  expect(await textOf(third)).toContain('Tytuł dobry')
  await until(
    () => third.output,
    (text) => text.includes('could not be fetched from Git'),
  )
  await git.up()
  const mended = await git.push({}, ['akademia/articles/zepsuty.md'])
  expect(JSON.parse((await notify(third)).text)).toMatchObject({ state: 'shown', commit: mended })
  await shows(third, 'Tytuł niedobry')
})

test('GIT-3 without any good commit the newsroom of the image is shown, until the host is back', async () => {
  await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
  await git.down()
  const portal = await started({ LOG_LEVEL: 'warn' })
  expect(await portal.status(OWN_PATH)).toBe(200)
  expect(portal.output).toContain('the newsroom of the image is shown')
  await git.up()
  // It tries again by itself.
  await shows(portal, 'Tytuł pierwszy')
  expect(
    await until(
      () => portal.status(OWN_PATH),
      (status) => status === 404,
    ),
  ).toBe(404)
})

describe('GIT-2 a kill in the middle', () => {
  /** Every state that a reader of the folder may meet is one of a whole commit. */
  const shownOn = async (state: string): Promise<string | undefined> => {
    const [own = ''] = await readdir(join(folder, state))
    const place = join(folder, state, own, 'shown')
    const texts = await Promise.all(
      ['pierwszy', 'drugi'].map((name) =>
        readFile(join(place, `akademia/articles/${name}.md`), 'utf8').catch(() => ''),
      ),
    )
    const editions = texts.map((text) => /Wydanie \d+/.exec(text)?.[0])
    expect(new Set(editions).size).toBe(1)
    return editions[0]
  }
  const edition = (number: number): Record<string, string> => ({
    [ARTICLE]: article(`Wydanie ${number}`),
    'akademia/articles/drugi.md': article(`Wydanie ${number}`),
    ...Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `akademia/articles/inny-${index}.md`,
        article(`Inny ${index}`, `Wydanie ${number} ${'x'.repeat(index)}`),
      ]),
    ),
  })

  test('while the pack comes: the old commit is shown after the restart without the host, the new one with it', async () => {
    await git.push(edition(1))
    const first = await started()
    await git.push(edition(2))
    git.stallAfter(4000)
    const stalled = git.stalled()
    void notify(first).catch(() => {})
    await stalled
    await first.stop()
    expect(await shownOn('one')).toBe('Wydanie 1')
    await git.down()
    const second = await started()
    expect(await textOf(second)).toContain('Wydanie 1')
    git.stallAfter(undefined)
    await git.up()
    expect(JSON.parse((await notify(second)).text).state).toMatch(/shown|fetching/)
    await shows(second, 'Wydanie 2')
    // What the killed process left is gone.
    await git.push(edition(3))
    await notify(second)
    await shows(second, 'Wydanie 3')
    const [own = ''] = await readdir(join(folder, 'one'))
    const names = await readdir(join(folder, 'one', own))
    expect(names.filter((name) => name !== 'commits' && name !== 'shown' && name !== 'lock')).toEqual([])
    expect((await readdir(join(folder, 'one', own, 'commits'))).length).toBeLessThanOrEqual(2)
  })

  test('at any moment of a fetch: never half', async () => {
    await git.push(edition(1))
    const moments: string[] = []
    let portal = await started()
    const linkOf = async (): Promise<string> => {
      const [own = ''] = await readdir(join(folder, 'one'))
      return readlink(join(folder, 'one', own, 'shown'))
    }
    /** `undefined`: as soon as the link leads to another commit. */
    const afters = [0, 50, 150, 300, 500, 800, 1200, undefined, 2000, undefined]
    for (const [index, after] of afters.entries()) {
      await git.push(edition(index + 2))
      const before = await linkOf()
      void notify(portal).catch(() => {})
      if (after === undefined) await until(linkOf, (link) => link !== before, 60_000)
      else await new Promise((resolve) => setTimeout(resolve, after))
      await portal.stop()
      moments.push(`${after === undefined ? 'the change' : `${after} ms`}: ${await shownOn('one')}`)
      portal = await started()
      await shownOn('one')
      expect(await textOf(portal)).toMatch(/Wydanie \d/)
    }
    process.stdout.write(`  killed after ${moments.join(', ')}\n`)
  })
})

describe('GIT-4 who may say that there is a commit', () => {
  test('the bearer token and the signatures of Git hosts; nobody else', async () => {
    await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
    const portal = await started()
    const statusOf = async (headers: Record<string, string>, body?: string) =>
      (await post(portal, headers, body)).status
    const right: Record<string, string>[] = [
      { authorization: `Bearer ${TOKEN}` },
      // GitHub, and Forgejo, Gitea and Codeberg, which send it too.
      { 'x-hub-signature-256': `sha256=${signed()}`, 'x-github-event': 'push' },
      { 'x-gitlab-token': TOKEN, 'x-gitlab-event': 'Push Hook' },
      { 'x-forgejo-signature': signed(), 'x-forgejo-event': 'push' },
      { 'x-gitea-signature': signed(), 'x-gitea-event': 'push' },
      // Bitbucket.
      { 'x-hub-signature': `sha256=${signed()}` },
    ]
    for (const headers of right) expect([headers, await statusOf(headers)]).toEqual([headers, 200])
    const wrong: Array<[Record<string, string>, number]> = [
      [{}, 401],
      [{ authorization: 'Bearer nie-ten' }, 401],
      [{ authorization: `Basic ${TOKEN}` }, 401],
      [{ 'x-hub-signature-256': `sha256=${signed('inna treść')}` }, 403],
      [{ 'x-hub-signature-256': `sha256=${signed(PUSHED, 'inny-sekret')}` }, 403],
      [{ 'x-hub-signature-256': 'sha256=' }, 403],
      [{ 'x-hub-signature': `sha1=${createHmac('sha1', TOKEN).update(PUSHED).digest('hex')}` }, 403],
      [{ 'x-gitlab-token': 'nie-ten' }, 403],
      [{ 'x-gitea-signature': signed('inna treść') }, 403],
    ]
    for (const [headers, status] of wrong) expect([headers, await statusOf(headers)]).toEqual([headers, status])
    // The tenth wrong one a minute was the last that is looked at; right ones go on.
    expect(await statusOf({})).toBe(401)
    expect(await statusOf({})).toBe(429)
    expect(await statusOf({ 'x-gitlab-token': TOKEN })).toBe(200)
    expect((await portal.ask('/ops/newsroom', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(405)
    expect(portal.output).not.toContain(TOKEN)
  })

  test('a body beyond 5 MB is refused, with and without its length', async () => {
    await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
    const portal = await started()
    const large = 'x'.repeat(5 * 1024 * 1024 + 1)
    const headers = { 'x-hub-signature-256': `sha256=${signed(large)}` }
    const statusOf = async (more: object) =>
      (await post(portal, { ...headers, ...more }, large).catch(() => undefined))?.status
    expect(await statusOf({ 'content-length': String(large.length) })).toBe(413)
    expect([413, undefined]).toContain(await statusOf({ 'transfer-encoding': 'chunked' }))
    const small = 'x'.repeat(5 * 1024 * 1024)
    expect((await post(portal, { 'x-hub-signature-256': `sha256=${signed(small)}` }, small)).status).toBe(200)
  })

  test('forged bodies are hashed up to a limit, and what is pushed meanwhile is on the page within a minute', async () => {
    await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
    const portal = await started()
    const large = 'x'.repeat(5 * 1024 * 1024)
    const headers = { 'x-hub-signature-256': `sha256=${signed(large, 'zgadywany')}` }
    const responses: ProcessResponse[] = []
    for (let n = 0; n < 30; n++) responses.push(await post(portal, headers, large))
    expect(responses.slice(0, 3).map(({ status }) => status)).toEqual([403, 403, 403])
    const refused = responses.slice(5)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(refused[0]?.headers['retry-after']).toBe('60')
    await git.push({ [ARTICLE]: article('Tytuł po minucie') })
    // From the same client as the forged ones, as behind one proxy.
    expect((await post(portal, { 'x-hub-signature-256': `sha256=${signed(large)}` }, large)).status).toBe(429)
    await until(
      () => textOf(portal),
      (text) => text.includes('Tytuł po minucie'),
      90_000,
    )
  })

  test('a notice that is sent again changes nothing', async () => {
    const commit = await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
    const portal = await started()
    const headers = { 'x-hub-signature-256': `sha256=${signed()}` }
    const before = git.sent
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(portal, headers)))
    for (const { text } of responses) expect(JSON.parse(text)).toEqual({ state: 'shown', commit, isNew: false })
    // One look, and one for all who came during it; none fetched.
    expect(git.sent - before).toBeLessThan(5000)
    expect(await textOf(portal)).toContain('Tytuł pierwszy')
  })

  test('without a repository, or without a token, there is no such path', async () => {
    await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
    const off = await startProcess({})
    const noToken = await startProcess({ NEWSROOM_GIT: git.url, NEWSROOM_GIT_DIR: join(folder, 'none') })
    portals.push(off, noToken)
    for (const portal of [off, noToken]) {
      await portal.ready()
      const tries: Record<string, string>[] = [{}, { authorization: 'Bearer undefined' }, { 'x-gitlab-token': TOKEN }]
      for (const headers of tries) {
        expect((await post(portal, headers)).status).toBe(404)
      }
      expect(await portal.status('/ops/newsroom')).toBe(404)
    }
  })
})

test('GIT-5 credentials are in no log, no response and no file', async () => {
  await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
  git.demand(`redakcja:${KEY}`)
  const settings = { NEWSROOM_GIT_USER: 'redakcja', NEWSROOM_GIT_KEY: KEY, LOG_LEVEL: 'debug' }
  const portal = await started(settings)
  expect(await textOf(portal)).toContain('Tytuł pierwszy')
  git.stallAfter(0)
  await git.push({ [ARTICLE]: article('Tytuł drugi') })
  const stalled = git.stalled()
  const waiting = notify(portal)
  await stalled
  git.stallAfter(undefined)
  git.demand('redakcja:inny')
  await waiting
  const { text } = await notify(portal)
  const encoded = Buffer.from(`redakcja:${KEY}`).toString('base64')
  const grep = await promisify(execFile)('grep', ['-rlE', `${KEY}|${encoded}`, folder]).catch(
    (error: { code: number }) => error.code,
  )
  expect(grep).toBe(1)
  for (const words of [portal.output, portal.complaints, text]) {
    expect(words).not.toContain(KEY)
    expect(words).not.toContain(encoded)
  }
})

test('a folder that cannot be written: the newsroom of the image is shown, and the log says why', async () => {
  await git.push({ [ARTICLE]: article('Tytuł pierwszy') })
  const file = join(folder, 'plik')
  await writeFile(file, 'x')
  const portal = await startProcess({ NEWSROOM_GIT: git.url, NEWSROOM_GIT_DIR: file, NEWSROOM_TOKEN: TOKEN })
  portals.push(portal)
  await portal.ready()
  expect(await portal.status(OWN_PATH)).toBe(200)
  expect(portal.output).toContain('NEWSROOM_GIT_DIR cannot be written')
})
