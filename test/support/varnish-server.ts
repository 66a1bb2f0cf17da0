import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'
import { ROOT } from './root.ts'
import { until } from './until.ts'

export interface VarnishServer {
  port: number
  url: string
  purgeToken: string
  close(): Promise<void>
}

const CONFIGURATION = join(ROOT, 'deploy/varnish/default.vcl')
const PURGE_TOKEN = 'tajny-token-bufora'

/** A real Varnish with the configuration of `deploy/`, but for two ports and the file of the token. */
export async function startVarnish(program: string, ports: readonly [number, number]): Promise<VarnishServer> {
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'))
  const port = await freePort()
  const token = join(folder, 'purge-token')
  await writeFile(token, `${PURGE_TOKEN}\n`)
  const vcl = (await readFile(CONFIGURATION, 'utf8'))
    .replace('.port = "3000"', `.port = "${ports[0]}"`)
    .replace('.port = "3001"', `.port = "${ports[1]}"`)
    .replace('/etc/varnish/purge-token', token)
  await writeFile(join(folder, 'default.vcl'), vcl)
  const child = spawn(
    program,
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', join(folder, 'default.vcl')].concat(
      ['-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,32m', '-p', 'http_gzip_support=off'],
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
    (answer) => answer !== undefined,
    30_000,
  )
  if (child.exitCode !== null) throw new Error(errors)
  return {
    port,
    url,
    purgeToken: PURGE_TOKEN,
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
