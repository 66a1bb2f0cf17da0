import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresPrograms } from '../support/postgres-server.ts'
import type { PortalProcess } from '../support/process.ts'
import { type KeptStay, keptFile, restored } from '../support/upgrade/kept.ts'
import { pagesOf, pathsOf, wrongPagesOf } from '../support/upgrade/pages.ts'
import {
  confirm,
  IMPORTED,
  mostRead,
  PENDING,
  preferencesOf,
  SUBSCRIBED,
  subscribe,
  VIEWS,
} from '../support/upgrade/readers.ts'
import { runCommand, THIS_RELEASE } from '../support/upgrade/releases.ts'
import { countRows, lostRows } from '../support/upgrade/rows.ts'
import { end } from '../support/upgrade/stay.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../support/with-redis.ts'

/** REL-14: what an earlier release wrote, as an archive has it: this needs no history of the project (docs/decisions/168). */

const programs = postgresPrograms()
const WAYS = ['files', ...(programs === undefined ? [] : ['database'])]
const kept = describeWithRedis.each(WAYS)
jest.setTimeout(180_000)

kept('a customer of 0.1.0 with readers in %s', (way) => {
  let stay: KeptStay
  let running: PortalProcess[]
  beforeAll(async () => {
    running = []
    stay = await restored(keptFile('0.1.0', way), REDIS_PROGRAM ?? '', way === 'database' ? programs : undefined)
  })
  afterAll(async () => {
    await Promise.all(running.map((portal) => portal.stop()))
    await stay?.close()
  })
  const start = async (data?: string): Promise<PortalProcess> => {
    const portal = await stay.start(THIS_RELEASE, { jump: stay.jump, ...(data !== undefined && { data }) })
    running.push(portal)
    return portal
  }
  const siteTexts = async (): Promise<string[]> => {
    const site = join(stay.customer.folder, 'site')
    const entries = await readdir(site, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    return Promise.all(files.sort().map(async (file) => `${file} ${await readFile(file, 'latin1')}`))
  }

  test('loses nobody, sees no page of before, and its links lead on', async () => {
    const { customer } = stay
    const { host } = customer
    const [before, texts] = [await stay.rows(), await siteTexts()]
    expect(countRows(before)).toBeGreaterThan(IMPORTED.length + SUBSCRIBED.length)
    const portal = await start()
    expect(lostRows(before, await stay.rows())).toEqual([])
    expect((await mostRead(portal, customer.service)).slice(0, 2).map(([, views]) => views)).toEqual(VIEWS)
    const empty = await mkdtemp(join(tmpdir(), 'empty-'))
    const other = await start(empty)
    const paths = await pathsOf(portal, host)
    expect(await wrongPagesOf(portal, other, host, paths)).toEqual([])
    const shown = await pagesOf(portal, host, paths)
    expect(shown.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
    expect(shown[0]?.text).toContain('Most zamknięty')
    await other.stop()
    await rm(empty, { recursive: true, force: true, maxRetries: 20 })

    for (const email of SUBSCRIBED.slice(0, PENDING)) expect(await confirm(stay, portal, email)).toBe('confirmed')
    for (const email of [...SUBSCRIBED.slice(PENDING), IMPORTED[0] ?? ''])
      expect(await preferencesOf(stay, portal, email)).toBe(200)
    expect(await subscribe(portal, host, SUBSCRIBED[4] ?? '')).toBe('mailed')
    expect(portal.lines().filter(({ level }) => Number(level) >= 40)).toEqual([])
    await end(portal)
    expect(await siteTexts()).toEqual(texts)
  })

  test('exports each reader with what was agreed', async () => {
    const { customer } = stay
    const { code, output } = await stay.command(THIS_RELEASE, 'export-subscribers', ['--status', 'confirmed'])
    expect(code).toBe(0)
    for (const email of [...SUBSCRIBED, ...IMPORTED]) expect(output).toContain(email)
    expect(customer.service).toBe('gazeta')
  })

  test('has a site folder in which the doctor sees no fault', async () => {
    const variables = stay.customer.variables()
    const { code, output } = await runCommand(THIS_RELEASE, 'doctor', [], variables)
    expect([code, output]).toEqual([0, expect.stringMatching(/^It works; 3 worth a look\.$/m)])
  })
})
