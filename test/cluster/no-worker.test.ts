import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { crashAll, started, workersOf } from '../support/workers.ts'

/** While no worker takes connections, or none can start. */

let portal: PortalProcess | undefined
afterEach(async () => {
  await portal?.stop()
  portal = undefined
})

test('OPS-1: a connection that no worker takes gets 503 with Retry-After after 5 s', async () => {
  const own = await startProcess({ WEB_CONCURRENCY: '2' })
  portal = own
  await started(own, 2)
  const workers = await workersOf(own)
  for (const pid of workers) process.kill(pid, 'SIGSTOP')
  try {
    // Each worker is given one; the others wait.
    const requests = Array.from({ length: 4 }, () => own.ask('/'))
    const [first, second] = [requests[2], requests[3]]
    for (const response of [await first, await second]) {
      expect([response?.status, response?.headers['retry-after']]).toEqual([503, '5'])
      expect(response?.ms).toBeGreaterThan(4000)
    }
    for (const pid of workers) process.kill(pid, 'SIGCONT')
    for (const response of [await requests[0], await requests[1]]) expect(response?.status).toBe(200)
  } finally {
    for (const pid of workers) process.kill(pid, 'SIGCONT')
  }
})

test('OPS-2: workers that can no longer start are tried at growing intervals, and the log says so (OPS-2)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const name of ['newsroom', 'node_modules', 'package.json', 'public', 'sites']) {
    await symlink(join(ROOT, name), join(folder, name))
  }
  try {
    portal = await startProcess({ WEB_CONCURRENCY: '2' }, { root: folder })
    const own = portal
    await started(own, 2)
    await rm(join(folder, 'dist/assets.json'))
    await crashAll(own, 'SIGKILL')
    await until(
      () =>
        own
          .lines()
          .filter(({ msg }) => msg === 'workers cannot start any more')
          .map(({ pauseMs }) => pauseMs),
      (pauses) => pauses.includes(2000),
      30_000,
    )
  } finally {
    await portal?.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
