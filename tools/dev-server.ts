import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../src/observability/log/log.ts'
import { startPortal } from '../src/portal/portal.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { newsroomCheck } from '../src/sources/embedded/newsroom-check.ts'
import { newsroomFolder } from '../src/sources/embedded/newsroom-folder.ts'

/** A message asks for files that cannot be read. */
async function start(build: string): Promise<void> {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const log = createLog({ level: env.logLevel, secrets: env.secrets })
  const { port, ready } = await startPortal(env, root, log, { build, showsDrafts: true })
  await ready
  const check =
    env.content === 'embedded'
      ? newsroomCheck(newsroomFolder(root, env), Object.keys(env.services), { readsBodies: false })
      : undefined
  process.on('message', async () => {
    process.send?.({ brokenFiles: (await check?.())?.errors ?? [] })
  })
  process.send?.({ port })
}

process.on('disconnect', () => process.exit(0))
// The process that started it ends it.
process.on('SIGINT', () => {})
start(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
