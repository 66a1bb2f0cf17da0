import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { ampProblems } from '../../support/amp-validator.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'
import { type Replacement, replaced, replacements } from '../inputs.ts'
import { processorTime, suspicious } from '../invariants.ts'
import type { Target } from '../target.ts'

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const responseOf = (path: string): object => JSON.parse(readFileSync(join(FIXTURES, `${path}.json`), 'utf8'))
const home = responseOf('wp-json/hub/v2/page/5257367') as { blocks: object[] }
const CALLS = {
  article: {
    call: '/wp-json/bb/v2/post/2026/03/',
    path: '/2026/03/',
    response: responseOf('wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy'),
  },
  // Home blocks also appear in lists: there each input has a path of its own.
  list: {
    call: '/wp-json/hub/v2/taxonomy/tag/',
    path: '/tag/',
    response: { ...responseOf('wp-json/hub/v2/taxonomy/category/bezpieczenstwo/0'), blocks: home.blocks },
  },
  author: {
    call: '/wp-json/hub/v2/author/',
    path: '/author/',
    response: responseOf('wp-json/hub/v2/author/anna-przykladowa/0'),
  },
} as const
/** A page, a redirect, a missing page and an unavailable one. */
const STATUSES = [200, 301, 404, 503]
/** CPU time for one page, and total time on a busy machine. Milliseconds. */
const [MAX_MS, MAX_WAIT_MS] = [1000, 30_000]
const FATAL = 60

let hub: HubServer
let portal: PortalProcess
let number = 0

/** Responses of the hub with replaced values: the page is there, missing or unavailable, and runs nothing of it. */
export const hubResponses: Target<{ kind: keyof typeof CALLS; list: Replacement[] }> = {
  name: 'hub',
  inputs: fc.record({
    kind: fc.constantFrom(...(Object.keys(CALLS) as Array<keyof typeof CALLS>)),
    list: replacements,
  }),
  async prepare() {
    hub = await startHub(FIXTURES)
    portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off', LOG_LEVEL: 'warn' })
    await portal.ready()
  },
  async finish() {
    await portal.stop()
    await hub.close()
  },
  async check({ kind, list }) {
    number += 1
    const { call, path, response } = CALLS[kind]
    const slug = `wpis-${number}`
    const own = { ...response, relative_link: `${path}${slug}` }
    const behaviour = { body: JSON.stringify(replaced(own, list)) }
    hub.misbehave(`${call}${slug}`, behaviour)
    hub.misbehave(`${call}${slug}/0`, behaviour)
    const before = await processorTime(portal.child.pid)
    const [page, health] = await Promise.all([portal.ask(`${path}${slug}`), portal.ask('/healthz')])
    expect(STATUSES).toContain(page.status)
    expect((await processorTime(portal.child.pid)) - before).toBeLessThan(MAX_MS)
    expect([health.status, Math.max(page.ms, health.ms) < MAX_WAIT_MS]).toEqual([200, true])
    expect(suspicious(page.text)).toEqual([])
    if (kind === 'article') {
      const amp = await portal.ask(`/wp-json/amp/v2/post${path}${slug}`)
      expect(STATUSES).toContain(amp.status)
      if (amp.status === 200) expect(await ampProblems(amp.text)).toEqual([])
    }
    expect([portal.child.exitCode, portal.complaints]).toEqual([null, ''])
    expect(portal.lines().filter(({ level }) => Number(level) >= FATAL)).toEqual([])
  },
}
