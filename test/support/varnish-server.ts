import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './process.ts'
import { ROOT } from './root.ts'
import { until } from './until.ts'

export interface VarnishServer {
  port: number
  url: string
  purgeToken: string
  /** Number of stored objects. */
  objects(): Promise<number>
  close(): Promise<void>
}

const execute = promisify(execFile)
const CONFIGURATION = join(ROOT, 'deploy/varnish')
const PURGE_TOKEN = 'tajny-token-bufora'

/**
 * A real Varnish with the configuration of `deploy/`, except for two ports, hosts and the file of the token.
 * @param hosts known ones, the default first
 */
export async function startVarnish(
  program: string,
  ports: readonly [number, number],
  hosts: readonly string[],
): Promise<VarnishServer> {
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'))
  await writeConfiguration(folder, ports, hosts)
  return run(program, folder, await freePort(), [])
}

/**
 * The two of `deploy/kubernetes/varnish.yaml`, each with its peer's port.
 * @param instances port of what stands for the Service of the portal
 */
export async function startVarnishPair(
  program: string,
  instances: number,
  hosts: readonly string[],
): Promise<[VarnishServer, VarnishServer]> {
  const peers: [number, number] = [await freePort(), await freePort()]
  const start = async (number: 0 | 1): Promise<VarnishServer> => {
    const folder = await mkdtemp(join(tmpdir(), 'varnish-'))
    await writeConfiguration(folder, [instances, instances], hosts)
    const site = (await readFile(join(CONFIGURATION, 'kubernetes.vcl'), 'utf8'))
      .replaceAll(/"szpalta(?:-varnish-[01])?"/g, '"127.0.0.1"')
      .replace('.port = "8081"', `.port = "${peers[0]}"`)
      .replace('.port = "8081"', `.port = "${peers[1]}"`)
      .replace('.port = "80"', `.port = "${instances}"`)
      .replaceAll('gazeta.example', hosts[0] ?? '')
    await writeFile(join(folder, 'site.vcl'), site)
    return run(program, folder, await freePort(), ['-i', `varnish-${number}`, '-a', `peer=127.0.0.1:${peers[number]}`])
  }
  return Promise.all([start(0), start(1)])
}

async function writeConfiguration(
  folder: string,
  ports: readonly [number, number],
  hosts: readonly string[],
): Promise<void> {
  const token = join(folder, 'purge-token')
  await writeFile(token, `${PURGE_TOKEN}\n`)
  for (const name of await readdir(CONFIGURATION)) {
    if (!name.endsWith('.vcl')) continue
    const text = (await readFile(join(CONFIGURATION, name), 'utf8'))
      .replace('.port = "3000"', `.port = "${ports[0]}"`)
      .replace('.port = "3001"', `.port = "${ports[1]}"`)
      .replace('/etc/varnish/purge-token', token)
      .replaceAll('akademia.szpalta.test', hosts[0] ?? '')
      .replace('rozrywka\\.szpalta\\.test', hosts.map((host) => host.replaceAll('.', '\\.')).join('|'))
    await writeFile(join(folder, name), text)
  }
}

async function run(program: string, folder: string, port: number, more: readonly string[]): Promise<VarnishServer> {
  const child = spawn(
    program,
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', join(folder, 'default.vcl')].concat(
      [
        '-a',
        `http=127.0.0.1:${port}`,
        ...more,
        '-T',
        'none',
        '-s',
        'pages=malloc,8m',
        '-s',
        'other=malloc,2m',
        '-p',
        'http_gzip_support=off',
      ],
      ['-p', 'thread_pool_min=10'],
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await until(
    async () => (child.exitCode === null ? (await fetch(`${url}/readyz`).catch(() => undefined))?.status : errors),
    (response) => response !== undefined,
    30_000,
  )
  if (child.exitCode !== null) throw new Error(errors)
  return {
    port,
    url,
    purgeToken: PURGE_TOKEN,
    async objects() {
      const { stdout } = await execute('varnishstat', ['-n', join(folder, 'work'), '-1', '-f', 'MAIN.n_object'])
      return Number(/\d+/.exec(stdout)?.[0])
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
