import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { openSubscribers } from '../../support/subscribers.ts'

/** Makes the driver believe that it has no binary for this machine. */
const NO_BINARY = { npm_config_arch: 'riscv64' }
const SARE = { SARE_URL: 'http://127.0.0.1:9', SARE_UID: 'uid', SARE_API_KEY: 'klucz-do-sare' }
const SUBSCRIPTION = JSON.stringify({ email: 'ola@poczta.example', consent: true })

let folder: string
let portal: PortalProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'driver-'))
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  await rm(folder, { recursive: true, force: true })
})

test('SUB-11: a machine without the binary gets that error at the start, and the remedy', async () => {
  portal = await startProcess(NO_BINARY)
  expect(await portal.exit()).toBe(1)
  const last = portal.lines().at(-1)
  expect(last?.msg).toBe('could not start')
  const words = JSON.stringify(last?.err)
  for (const advice of ['npm ci', 'npm rebuild @photostructure/sqlite', 'SARE_URL']) expect(words).toContain(advice)
})

test('SUB-11: with a newsletter provider the binary is not needed', async () => {
  portal = await startProcess({ ...NO_BINARY, ...SARE })
  await portal.ready()
  expect(await portal.status('/')).toBe(200)
})

test('the built portal stores a subscriber, leaves an intact file when it ends, and writes nothing but its log', async () => {
  const file = join(folder, 'subscribers.sqlite')
  portal = await startProcess({ SUBSCRIBERS_FILE: file })
  await portal.ready()
  const headers = { 'content-type': 'application/json' }
  const response = await portal.ask('/api/sare/', { method: 'POST', headers, body: SUBSCRIPTION })
  expect(response.status).toBe(200)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  expect(portal.complaints).toBe('')
  expect(portal.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([])
  const database = openSubscribers(file)
  expect(await database.all()).toMatchObject([{ email: 'ola@poczta.example', status: 'pending' }])
  await database.close()
})
