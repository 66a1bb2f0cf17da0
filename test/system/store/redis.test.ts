import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createRedisStore } from '../../../src/system/store/redis.ts'
import type { RedisSettings } from '../../../src/system/store/redis-connection.ts'
import type { Store } from '../../../src/system/store/store.ts'
import { selfSigned } from '../../support/certificate.ts'
import { freePort } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../../support/with-redis.ts'

const USUAL: Omit<RedisSettings, 'urls'> = {
  kind: 'redis',
  mode: 'single',
  tls: { isVerified: true },
  sentinel: { name: 'mymaster' },
}

describeWithRedis('a managed Redis', () => {
  let folder: string
  let servers: ChildProcess[]
  let store: Store | undefined

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-'))
    servers = []
  })
  afterEach(async () => {
    await store?.close()
    store = undefined
    await Promise.all(servers.map(kill))
    await rm(folder, { recursive: true, force: true })
  })

  const kill = async (server: ChildProcess): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  const start = (args: readonly string[]): ChildProcess => {
    const server = spawn(REDIS_PROGRAM ?? '', [...args], { stdio: 'ignore', cwd: folder })
    servers.push(server)
    return server
  }
  const plain = (port: number): string[] => ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  const send = async (port: number, command: string, ...args: Array<string | number>): Promise<unknown> => {
    const redis = new Redis({
      host: '127.0.0.1',
      port,
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
    })
    redis.on('error', () => {})
    try {
      await redis.connect()
      return await redis.call(command, ...args)
    } catch (error) {
      return String(error)
    } finally {
      redis.disconnect()
    }
  }
  /** Everything that the portal does with a store. */
  const useAll = async (own: Store): Promise<void> => {
    for (let count = 1; count <= 3; count += 1) {
      expect((await own.increment('szpalta:limit:newsletter:abc', 60_000)).count).toBe(count)
    }
    expect(await own.get('scroll-posts:akademia')).toBeUndefined()
    const first = await own.append('szpalta:purges', 'pierwszy')
    await own.append('szpalta:purges', 'drugi')
    expect(await own.after('szpalta:purges', first)).toMatchObject({ entries: ['drugi'], isWhole: true })
    const sets = ['{most-read}:akademia:1h:1', '{most-read}:post:24h:2', '{most-read}:plus:7d:3']
    await own.addScores(sets.map((set, index) => ({ set, member: '/a', by: index + 1, lifetime: 60_000 })))
    expect(await own.highest(sets, 5)).toEqual([[['/a', 1]], [['/a', 2]], [['/a', 3]]])
    const files = ['szpalta:file:1', 'szpalta:file:2', 'szpalta:file:3']
    for (const file of files) await own.lasting?.put(file, 'treść', 60_000)
    const known = await own.lasting?.prolong([...files, 'szpalta:file:brak'], 60_000)
    expect(known).toHaveLength(4)
    expect(new Set(known)).toEqual(new Set([true, false]))
  }

  test('RES-24: a certificate of a private authority is checked against REDIS_CA_FILE, and no-verify takes any', async () => {
    const port = await freePort()
    const { key, cert } = await selfSigned()
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
    const tls = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-auth-clients', 'no']
    start([...plain(0), '--tls-port', String(port), ...tls, '--requirepass', 'ha:slo'])
    const urls = [`rediss://:ha%3Aslo@localhost:${port}/1`]
    const withTls = async (own: RedisSettings['tls'], wanted: boolean): Promise<unknown> => {
      const tried = createRedisStore({ ...USUAL, urls, tls: own })
      const get = () => tried.get('x').then(() => 'well', String)
      try {
        return await until(
          get,
          (outcome) =>
            (outcome === 'well') === wanted && !outcome.includes('ECONNREFUSED') && !outcome.includes('not connected'),
        )
      } finally {
        await tried.close()
      }
    }
    expect(await withTls({ isVerified: false }, true)).toBe('well')
    expect(await withTls({ isVerified: true, rootFile: certFile }, true)).toBe('well')
    expect(await withTls({ isVerified: true }, false)).toMatch(/self-signed/)
  })

  test('RES-25: a cluster of three masters takes everything, whichever node has a key', async () => {
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    for (const port of ports) {
      start([
        ...plain(port),
        '--cluster-enabled',
        'yes',
        '--cluster-config-file',
        `nodes-${port}.conf`,
        '--cluster-port',
        String(await freePort()),
        '--cluster-require-full-coverage',
        'no',
      ])
    }
    for (const port of ports)
      await until(
        () => send(port, 'PING'),
        (reply) => reply === 'PONG',
      )
    const slots = [0, 5461, 10_923, 16_384]
    for (const [index, port] of ports.entries()) {
      await send(port, 'CLUSTER', 'ADDSLOTSRANGE', slots[index] ?? 0, (slots[index + 1] ?? 0) - 1)
    }
    for (const port of ports.slice(1)) {
      const bus = /@(\d+)/.exec(String(await send(port, 'CLUSTER', 'NODES')))?.[1] ?? ''
      await send(ports[0] ?? 0, 'CLUSTER', 'MEET', '127.0.0.1', port, bus)
    }
    const isWhole = (info: unknown): boolean =>
      /cluster_state:ok/.test(String(info)) &&
      /cluster_known_nodes:3/.test(String(info)) &&
      /cluster_slots_assigned:16384/.test(String(info))
    for (const port of ports) await until(() => send(port, 'CLUSTER', 'INFO'), isWhole, 30_000)
    store = createRedisStore({ ...USUAL, mode: 'cluster', urls: ports.map((port) => `redis://127.0.0.1:${port}`) })
    await useAll(store)
  })

  test.each<[string, (master: ChildProcess, failedOver: () => Promise<unknown>) => unknown]>([
    ['ends', (master) => kill(master)],
    // Its connection stays open.
    ['hangs', (master) => master.kill('SIGSTOP')],
    // It takes what comes for some seconds more: only the sentinels say that it is the master no longer.
    [
      'hung for a moment',
      async (master, failedOver) => {
        master.kill('SIGSTOP')
        await failedOver()
        await wait(1000)
        master.kill('SIGCONT')
      },
    ],
  ])('RES-25: with sentinels the store goes on with the new master once the former one %s', async (_name, fail) => {
    const [master, replica, sentinel] = await Promise.all([freePort(), freePort(), freePort()])
    const first = start(plain(master))
    start([...plain(replica), '--replicaof', '127.0.0.1', String(master), '--repl-diskless-sync-delay', '0'])
    const file = join(folder, 'sentinel.conf')
    const settings = ['down-after-milliseconds mymaster 1500', 'failover-timeout mymaster 3000']
    await writeFile(
      file,
      [
        `port ${sentinel}`,
        'bind 127.0.0.1',
        `sentinel monitor mymaster 127.0.0.1 ${master} 1`,
        ...settings.map((one) => `sentinel ${one}`),
      ].join('\n'),
    )
    await until(
      () => send(master, 'INFO', 'replication'),
      (info) => /connected_slaves:1[\s\S]*state=online/.test(String(info)),
      30_000,
    )
    start([file, '--sentinel'])
    await until(
      () => send(sentinel, 'SENTINEL', 'replicas', 'mymaster'),
      (known) => Array.isArray(known) && known.length === 1,
      30_000,
    )
    store = createRedisStore({ ...USUAL, mode: 'sentinel', urls: [`redis://127.0.0.1:${sentinel}`] })
    const own = store
    await until(
      () =>
        own.get('x').then(
          () => true,
          () => false,
        ),
      Boolean,
    )
    await useAll(own)
    await until(
      () => send(replica, 'XLEN', 'szpalta:purges'),
      (length) => length === 2,
    )
    await fail(first, () =>
      until(
        () => send(sentinel, 'SENTINEL', 'get-master-addr-by-name', 'mymaster'),
        (place) => Array.isArray(place) && place[1] === String(replica),
      ),
    )
    await until(
      () =>
        own.append('szpalta:purges', 'po zmianie').then(
          () => true,
          () => false,
        ),
      Boolean,
      30_000,
    )
    expect(await send(replica, 'XLEN', 'szpalta:purges')).toBe(3)
  })
})
