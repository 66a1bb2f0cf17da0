import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { roomFor } from '../../src/edge/transport/open-files.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const CROWD = 300
const REFUSED = /^connections are refused/

test.each([
  [{ limit: 60, used: 22 }, 22],
  [{ limit: 1024, used: 24 }, 744],
  [{ limit: 1_048_576, used: 24 }, 1_047_528],
  [{ limit: 20, used: 22 }, 1],
  [{ limit: Number.POSITIVE_INFINITY, used: 22 }, Number.POSITIVE_INFINITY],
])('%j leaves room for %d connections', (files, room) => {
  expect(roomFor(files)).toBe(room)
})

describe('a portal that may open 60 files (COST-84)', () => {
  let portal: PortalProcess
  let crowd: Socket[]
  beforeEach(async () => {
    portal = await startProcess({}, { openFiles: 60 })
    await portal.ready()
    crowd = []
  })
  afterEach(async () => {
    for (const socket of crowd) socket.destroy()
    await portal.stop()
  })

  const gather = async (): Promise<void> => {
    for (let count = 0; count < CROWD; count++) crowd.push(connect(portal.port, '127.0.0.1').on('error', () => {}))
    await Promise.allSettled(crowd.map((socket) => once(socket, 'connect')))
  }
  const refusals = () => portal.lines().filter(({ msg }) => REFUSED.test(String(msg)))

  test('logs it once, stays alive, and responds as soon as the crowd has gone', async () => {
    await gather()
    await until(
      () => crowd.filter(({ destroyed }) => destroyed).length,
      (count) => count > CROWD - 60,
    )
    await wait(300)
    expect(refusals()).toMatchObject([{ level: 40, limit: 60, connections: expect.any(Number) }])
    expect(await portal.openFiles()).toBeLessThan(60)
    for (const socket of crowd) socket.destroy()
    await until(
      () => portal.status('/').catch(() => 0),
      (status) => status === 200,
      2000,
    )
    expect(await portal.status('/2026/11/nie-ma')).toBe(404)
    expect(portal.child.exitCode).toBeNull()
    expect(portal.complaints).toBe('')
    portal.child.kill('SIGTERM')
    expect(await portal.exit()).toBe(0)
    // The count is logged at the end.
    expect(refusals().at(1)?.more).toBeGreaterThan(100)
  })

  test('closes idle connections for new ones', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    try {
      const first = Array.from({ length: 30 }, () => portal.ask('/', { agent }).catch(() => undefined))
      const answered = (await Promise.all(first)).filter((response) => response?.status === 200)
      expect(answered.length).toBeGreaterThan(5)
      await until(
        () => portal.status('/').catch(() => 0),
        (status) => status === 200,
        3000,
      )
    } finally {
      agent.destroy()
    }
  })
})
