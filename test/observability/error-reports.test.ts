import { join } from 'node:path'
import * as z from 'zod'
import type { Sender } from '../../src/observability/error-reports/failures.ts'
import { createReporter } from '../../src/observability/error-reports/reporter.ts'
import { scrubber } from '../../src/observability/error-reports/sentry.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const SECRET = 'tajny-klucz-redakcji'
const log = createLog({ level: 'silent', secrets: [] })

const event = z.object({
  level: z.string(),
  release: z.string(),
  environment: z.string(),
  exception: z.object({
    values: z.array(
      z.object({
        type: z.string(),
        value: z.string(),
        stacktrace: z.object({ frames: z.array(z.object({ filename: z.string().optional() })) }).optional(),
      }),
    ),
  }),
  tags: z.record(z.string(), z.string()),
  contexts: z.object({ szpalta: z.record(z.string(), z.unknown()) }),
})

/** An envelope is one line of JSON, and two more for each of its items. */
const eventsIn = (received: readonly Received[]) =>
  received.flatMap(({ body }) => {
    const lines = body.toString().trim().split('\n')
    return lines.flatMap((line, index) =>
      index > 0 && index % 2 === 1 && JSON.parse(line).type === 'event'
        ? [event.parse(JSON.parse(lines[index + 1] ?? ''))]
        : [],
    )
  })

let tracker: Receiver
let portal: PortalProcess | undefined
beforeAll(async () => {
  tracker = await startReceiver()
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  tracker.respond(200)
  tracker.received.length = 0
})
afterAll(() => tracker.close())

async function start(variables: Record<string, string>, preload?: string): Promise<PortalProcess> {
  const dsn = `http://kluczodbiorcy@127.0.0.1:${tracker.port}/7`
  portal = await startProcess(
    { SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: 'proba', ...variables },
    preload === undefined ? {} : { preload },
  )
  return portal
}

test('OBS-30: a page that fails is reported with release, environment and service, and without data of its reader', async () => {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  hub.misbehaveAll({ status: 500, body: `zly ${SECRET}` })
  const own = await start({ CONTENT: 'hub', CMS_URL: hub.url, CMS_USER: 'redakcja', CMS_KEY: SECRET })
  await own.listening()
  const headers = { cookie: 'sesja=1', 'user-agent': 'przegladarka', 'x-request-id': 'proba-12345' }
  expect((await own.ask('/2026/03/pierwszy?email=jan@example.com', { headers })).status).toBe(503)
  const [report] = await until(
    () => eventsIn(tracker.received),
    (all) => all.length > 0,
  )
  await hub.close()
  expect(report).toMatchObject({
    level: 'error',
    environment: 'proba',
    tags: { where: 'page', service: 'akademia' },
    contexts: { szpalta: { requestId: 'proba-12345', path: '/2026/03/pierwszy' } },
  })
  expect(report?.release).toMatch(/^szpalta@\d+\.\d+\.\d+$/)
  expect(report?.exception.values[0]).toMatchObject({ type: 'SourceError' })
  const frames = report?.exception.values[0]?.stacktrace?.frames ?? []
  expect(frames.some(({ filename }) => filename?.startsWith('app://'))).toBe(true)
  const sent = tracker.received.map(({ body }) => body.toString()).join('\n')
  expect(sent).not.toMatch(/jan@|cookie|sesja|przegladarka|127\.0\.0\.1|email=/)
  expect(sent).not.toContain(SECRET)
  expect(sent).not.toContain(ROOT)
  expect(tracker.received[0]?.path).toContain('/api/7/envelope/')
})

test.each([
  ['an error that nobody caught', 'error'],
  ['a promise that nobody caught', 'rejection'],
])('OBS-30: %s is reported before the process ends', async (_name, kind) => {
  const own = await start({ FAIL_BY: kind }, 'fail-on-signal.mjs')
  await own.ready()
  own.child.kill('SIGUSR2')
  expect(await own.exit()).toBe(1)
  const [report, ...more] = eventsIn(tracker.received)
  expect(more).toEqual([])
  expect(report).toMatchObject({ level: 'fatal', tags: { where: 'process' } })
  expect(report?.exception.values[0]?.value).toBe('umyslny blad: ***')
})

test('OBS-30: a process that cannot start is reported', async () => {
  const own = await start({ PORT: String(tracker.port) })
  expect(await own.exit()).toBe(1)
  expect(own.output).toContain('could not start')
  expect(eventsIn(tracker.received)[0]).toMatchObject({ level: 'fatal' })
})

test('OBS-4: a hanging tracker costs no reader anything, and the end of the process a moment', async () => {
  tracker.respond('hang')
  const own = await start({ FAIL_BY: 'error' }, 'fail-on-signal.mjs')
  await own.ready()
  const toldAt = Date.now()
  own.child.kill('SIGUSR2')
  expect((await own.ask('/')).status).toBe(200)
  expect(await own.exit()).toBe(1)
  expect(Date.now() - toldAt).toBeLessThan(6000)
})

test('OBS-33: the same failure is reported once in a minute, and no more than 20 of all', async () => {
  const sent: Array<[string, number]> = []
  const sender: Sender = {
    send: (error, _context, repeated) => void sent.push([String(error), repeated]),
    flush: async () => true,
  }
  let at = 0
  const settings = {
    dsn: 'http://klucz@127.0.0.1/1',
    environment: 'proba',
    secrets: [],
    log,
    root: ROOT,
    now: () => at,
  }
  const reporter = createReporter(settings, async () => sender)
  const same = new Error('GET /a/1: HTTP 500')
  for (let met = 0; met < 50; met++) reporter.report(same, { where: 'page' })
  at = 61_000
  reporter.report(same, { where: 'page' })
  await reporter.sent(1000)
  expect(sent).toEqual([
    [String(same), 0],
    [String(same), 49],
  ])
  sent.length = 0
  at = 200_000
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') reporter.report(new Error(`blad ${letter}`), { where: 'request' })
  await reporter.sent(1000)
  expect(sent).toHaveLength(20)
})

test('OBS-47: secrets and possible personal data are removed from texts', () => {
  const scrub = scrubber([SECRET])
  expect(scrub(`GET /wp-json/x?search=choroba: HTTP 500 ${SECRET}`)).toBe('GET /wp-json/x?*** HTTP 500 ***')
  expect(scrub('jan.kowalski@example.com z 10.1.2.3 i 2001:db8::1')).toBe('*** z *.*.*.* i ***')
  expect(scrub('GET /wp-json/hub/v2/search/choroba/1: HTTP 500')).toBe('GET /wp-json/hub/v2/search/***/1: HTTP 500')
  expect(scrub('x'.repeat(9000)).length).toBe(2000)
})
