import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reckon } from '../support/newsletter-run.ts'
import { postgresPrograms } from '../support/postgres-server.ts'
import type { PortalProcess } from '../support/process.ts'
import type { TestSubscription } from '../support/push-service.ts'
import { wrongPagesOf } from '../support/upgrade/pages.ts'
import {
  comeReaders,
  confirm,
  IMPORTED,
  mostRead,
  PUSH_LOOKS,
  preferencesOf,
  SUBSCRIBED,
  sendToTheEnd,
  subscribe,
  tellBrowsers,
  topicsOf,
  VIEWS,
} from '../support/upgrade/readers.ts'
import {
  type BuiltRelease,
  buildRelease,
  FIRST_RELEASE,
  isReachable,
  type Release,
  THIS_RELEASE,
} from '../support/upgrade/releases.ts'
import { countRows, lostRows, type Rows } from '../support/upgrade/rows.ts'
import { beginStay, end, type Stay } from '../support/upgrade/stay.ts'
import { REDIS_PROGRAM } from '../support/with-redis.ts'

/** REL-14: from 0.1.0 to this release and back, as docs/upgrading.md says, with both releases running (docs/decisions/168). */

const programs = postgresPrograms()
const [FILES, DATABASE] = ['files', 'a database']
/** `LONG=1`: with SQLite too, which takes as long again. */
const IS_LONG = process.env.LONG === '1'
const WAYS = programs === undefined ? [FILES] : [...(IS_LONG ? [FILES] : []), DATABASE]
const isPossible = REDIS_PROGRAM !== undefined && isReachable(FIRST_RELEASE)
const rehearsed = (isPossible ? describe : describe.skip).each(WAYS)
jest.setTimeout(300_000)
/** Mails after which a sender is killed. */
const SOME = 20
let first: BuiltRelease | undefined
rehearsed('from 0.1.0 and back, with readers in %s', (way) => {
  let stay: Stay
  let earlier: Release
  let running: PortalProcess[]
  let browsers: TestSubscription[]
  let paths: string[]
  let left: Rows

  beforeAll(async () => {
    first ??= await buildRelease(FIRST_RELEASE, '0.1.0')
    earlier = first
    running = []
    stay = await beginStay(earlier, {
      beginning: 'group',
      redis: REDIS_PROGRAM ?? '',
      ...(way === DATABASE && programs !== undefined && { postgres: programs }),
    })
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((portal) => portal.stop()))
  })
  afterAll(async () => {
    await stay?.close()
    if (way !== WAYS.at(-1)) return
    await first?.remove()
    first = undefined
  })

  const start = async (release: Release, data?: string): Promise<PortalProcess> => {
    const portal = await stay.start(release, data === undefined ? {} : { data })
    running.push(portal)
    return portal
  }
  const wrongPages = async (portal: PortalProcess, release: Release): Promise<string[]> => {
    const empty = await mkdtemp(join(tmpdir(), 'empty-'))
    const other = await start(release, empty)
    try {
      return await wrongPagesOf(portal, other, stay.customer.host, paths)
    } finally {
      await other.stop()
      await rm(empty, { recursive: true, force: true, maxRetries: 20 })
    }
  }
  const warnings = (portal: PortalProcess): unknown[] => portal.lines().filter(({ level }) => Number(level) >= 40)
  /** An issue that the first release begins and is killed over, and the second one ends. */
  const sendAcross = async (begins: Release, ends: Release, subject: string): Promise<void> => {
    const { mail, customer } = stay
    const before = await mail.report()
    const articles = paths
      .filter((path) => /^\/\d{4}\//.test(path))
      .slice(0, 3)
      .join(',')
    const args = ['--service', customer.service, '--articles', articles, '--subject', subject]
    await stay.command(begins, 'send-newsletter', args, () => mail.reached(before.arrived.length + SOME))
    const rows = await stay.rows()
    const table = Object.keys(rows).find((name) => name.endsWith('.issues')) ?? ''
    const issue = rows[table]?.find((row) => row.subject === subject)
    expect(issue).toMatchObject({ state: expect.not.stringMatching('sent') })
    await sendToTheEnd(stay, ends, ['--service', customer.service, '--issue', String(issue?.id)])
    const { arrived, ...report } = await mail.report()
    // Others get letters at that time.
    const ofIssue = arrived.slice(before.arrived.length).filter(({ to }) => IMPORTED.includes(to))
    const { twice, lost } = reckon(IMPORTED, { ...report, arrived: ofIssue })
    // A kill between the hand-over and the bytes leaves a mail that nobody sends again.
    expect([twice, lost <= 4]).toEqual([0, true])
  }

  test('readers come to 0.1.0', async () => {
    const portal = await start(earlier)
    const come = await comeReaders(stay, earlier, portal)
    browsers = come.browsers
    paths = come.paths
    expect(warnings(portal)).toEqual([])
    await end(portal)
    left = await stay.rows()
    expect(countRows(left)).toBeGreaterThan(IMPORTED.length)
  })

  test('this release has all of it, shows no page of before, and goes on', async () => {
    const { customer, push } = stay
    const { host, service } = customer
    const keys = await stay.storedKeys()
    const portal = await start(THIS_RELEASE)
    expect(lostRows(left, await stay.rows())).toEqual([])
    expect(await wrongPages(portal, THIS_RELEASE)).toEqual([])
    expect((await mostRead(portal, service)).slice(0, 2).map(([, views]) => views)).toEqual(VIEWS)
    const now = await stay.storedKeys()
    const lasting = [...keys].filter(([name]) => !/^szpalta:(?:limit|found|started)/.test(name))
    expect(lasting.filter(([name, kind]) => now.get(name) !== kind)).toEqual([])

    for (const browser of browsers) expect(await topicsOf(portal, host, browser)).toEqual(['breaking', 'newest'])
    await wait(PUSH_LOOKS)
    expect(push.received).toHaveLength(browsers.length)
    await tellBrowsers(stay, browsers.length, 'Most otwarty')
    expect(push.received).toHaveLength(2 * browsers.length)
    expect(await topicsOf(portal, host, browsers[0] as TestSubscription, { remove: ['newest'] })).toEqual(['breaking'])

    expect(await confirm(stay, portal, SUBSCRIBED[0] ?? '')).toBe('confirmed')
    expect(await preferencesOf(stay, portal, SUBSCRIBED[2] ?? '')).toBe(200)
    expect(await subscribe(portal, host, 'nowa-1@poczta.example')).toBe('mailed')
    expect(await subscribe(portal, host, 'nowa-2@poczta.example')).toBe('mailed')
    expect(await confirm(stay, portal, 'nowa-1@poczta.example')).toBe('confirmed')
    expect(await subscribe(portal, host, SUBSCRIBED[3] ?? '')).toBe('mailed')
    await sendAcross(earlier, THIS_RELEASE, 'Wydanie pierwsze')
    expect(warnings(portal)).toEqual([])
    await end(portal)
    left = await stay.rows()
  })

  test('0.1.0 has all of it again, with what this release added', async () => {
    const { customer, push } = stay
    const { host, service } = customer
    const portal = await start(earlier)
    expect(lostRows(left, await stay.rows())).toEqual([])
    expect(await wrongPages(portal, earlier)).toEqual([])
    expect((await mostRead(portal, service)).slice(0, 2).map(([, views]) => views)).toEqual(VIEWS)
    expect(await topicsOf(portal, host, browsers[0] as TestSubscription)).toEqual(['breaking'])
    expect(await topicsOf(portal, host, browsers[1] as TestSubscription)).toEqual(['breaking', 'newest'])
    await wait(PUSH_LOOKS)
    expect(push.received).toHaveLength(2 * browsers.length)
    expect(await confirm(stay, portal, 'nowa-2@poczta.example')).toBe('confirmed')
    expect(await preferencesOf(stay, portal, 'nowa-1@poczta.example')).toBe(200)
    await sendAcross(THIS_RELEASE, earlier, 'Wydanie drugie')
    expect(warnings(portal)).toEqual([])
    await end(portal)
  })

  test('both run at once: each has the files of the other’s pages, and a reader of either is one', async () => {
    const { host } = stay.customer
    const [older, newer] = [await start(earlier), await start(THIS_RELEASE)]
    for (const [one, other] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const { text } = await one.ask('/', { headers: { host } })
      const files = [...text.matchAll(/\/assets\/[\w-]+-[A-Z0-9]{8}\.(?:css|js)/g)].map(([path]) => path)
      expect(files.length).toBeGreaterThan(1)
      for (const path of new Set(files))
        expect([path, (await other.ask(path, { headers: { host } })).status]).toEqual([path, 200])
    }
    expect(await subscribe(older, host, 'wspolna-1@poczta.example')).toBe('mailed')
    expect(await confirm(stay, newer, 'wspolna-1@poczta.example')).toBe('confirmed')
    expect(await subscribe(newer, host, 'wspolna-2@poczta.example')).toBe('mailed')
    expect(await confirm(stay, older, 'wspolna-2@poczta.example')).toBe('confirmed')
    const before = stay.push.received.length
    await tellBrowsers(stay, browsers.length, 'Objazd przez rynek')
    await wait(PUSH_LOOKS)
    expect(stay.push.received).toHaveLength(before + browsers.length)
    expect([...warnings(older), ...warnings(newer)]).toEqual([])
  })
})
