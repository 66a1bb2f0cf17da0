import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../src/observability/log/log.ts'
import { startPortal } from '../src/portal/portal.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'

async function start(): Promise<void> {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const log = createLog({ level: env.logLevel, secrets: env.secrets })
  const { port, ready } = await startPortal(env, root, log, { showsDrafts: true })
  await ready
  process.send?.({ port })
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
