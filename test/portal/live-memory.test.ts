import { megabytes } from '../support/figures.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const PAGES = 500
const MB = 1024 * 1024
/** 3 % above what is alive after a collection, which repeats within 1 %. It differs by the release of Node alone. */
const BUDGETS = {
  20: { newsroom: 29.5 * MB, hub: 27.3 * MB, pages: 50.3 * MB },
  24: { newsroom: 34.8 * MB, hub: 30.6 * MB, pages: 54.6 * MB },
} as const
const [major = ''] = process.versions.node.split('.')
const budgets = Object.entries(BUDGETS).find(([release]) => release === major)?.[1] ?? BUDGETS[24]

let portal: PortalProcess
let hub: HubServer | undefined
afterEach(async () => {
  await portal.stop()
  await hub?.close()
  hub = undefined
})

async function start(variables: Record<string, string> = {}): Promise<void> {
  portal = await startProcess({ LOG_LEVEL: 'debug', ...variables }, { preload: 'live-memory.mjs' })
  await portal.ready()
  await until(() => portal.output.includes('late modules are loaded'), Boolean)
}

/** What is alive after a collection. Bytes. */
async function live(): Promise<number> {
  const measured = () => portal.lines().filter(({ msg }) => msg === 'live memory')
  const before = measured().length
  portal.child.kill('SIGUSR2')
  const lines = await until(measured, ({ length }) => length > before)
  return Number(lines.at(-1)?.bytes)
}

function expectWithin(name: keyof typeof budgets, bytes: number): void {
  process.stdout.write(`  ${name}: ${megabytes(bytes)} of ${megabytes(budgets[name])}\n`)
  expect([name, bytes > MB, megabytes(bytes), bytes <= budgets[name]]).toEqual([name, true, megabytes(bytes), true])
}

test('live memory after a start with the newsroom is within its budget (PERF-11)', async () => {
  await start()
  expectWithin('newsroom', await live())
})

test(`live memory in front of a hub is within its budget, and with ${PAGES} pages and their articles (PERF-11)`, async () => {
  const archive = largeArchive({ count: 1000, perPage: 20, newest: Date.UTC(2026, 0, 31), hoursBetween: 1 })
  hub = await startHub(undefined, archive)
  await start({ CONTENT: 'hub', CMS_URL: hub.url })
  expectWithin('hub', await live())
  for (let number = 0; number < PAGES; number += 1) {
    const { status } = await portal.ask(`/2026/01/artykul-${number}`, { headers: { 'accept-encoding': 'br' } })
    expect(status).toBe(200)
  }
  expectWithin('pages', await live())
})
