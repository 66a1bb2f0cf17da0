import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

/** What `npm run dev` reads before it listens. */
const LINKED = [
  'amp',
  'build',
  'development',
  'node_modules',
  'public',
  'sites',
  'src',
  'tools',
  'views',
  'package.json',
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'))
  for (const name of LINKED) await symlink(join(ROOT, name), join(folder, name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s while the port is waited for ends it without an error',
  async (signal) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const child = spawn('node', ['development/dev.mjs'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const ended = once(child, 'close')
    await until(() => output.includes('is taken') || child.exitCode !== null, Boolean, 60_000)
    child.kill(signal)
    expect([await ended, output]).toEqual([[0, null], `port ${port} is taken: waiting until it is free\n`])
    other.close()
  },
)
