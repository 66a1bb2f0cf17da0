import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { csvOf, exportedSubscribers } from '../src/features/newsletter/store/export.ts'
import { lineOf } from '../src/features/newsletter/store/notice.ts'
import { storePlaceOf } from '../src/features/newsletter/store/open-store.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { commandLine } from '../src/system/command-line.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('newsletter:export', { args: '[--status pending|confirmed|all]' })}\n`

/**
 * Pending ones have a confirmation link for the publisher's own mailing.
 * @returns the exit code
 */
async function run(args: readonly string[]): Promise<number> {
  const [option, status = 'all'] = args
  const isUsable = option === undefined || (option === '--status' && ['pending', 'confirmed', 'all'].includes(status))
  if (!isUsable || args.length > 2) {
    process.stderr.write(USAGE)
    return 2
  }
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const subscribers = await exportedSubscribers(storePlaceOf(env, root), {
    status: status === 'all' ? undefined : status === 'pending' ? 'pending' : 'confirmed',
    at: new Date().toISOString(),
    notify: (notice) => process.stderr.write(lineOf(notice)),
  })
  process.stdout.write(csvOf(subscribers, env.services))
  return 0
}

runCommand(run, USAGE)
