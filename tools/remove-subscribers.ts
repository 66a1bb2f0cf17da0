import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asciiEmail, isEmail } from '../src/content/newsletter.ts'
import { PROVIDER_SETTING } from '../src/features/newsletter/providers/provider.ts'
import { lineOf } from '../src/features/newsletter/store/notice.ts'
import { storePlaceOf } from '../src/features/newsletter/store/open-store.ts'
import { removeSubscribers } from '../src/features/newsletter/store/removal.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { commandLine } from '../src/system/command-line.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('newsletter:remove', { args: '<e-mail address>...' })}
       ${commandLine('newsletter:remove', { args: '-' })}   with an e-mail address a line on stdin
`
const MAX_ADDRESSES = 100
const MAX_INPUT = 100_000

/**
 * Stdin keeps e-mail addresses out of shell histories and npm's logs (SUB-12).
 */
async function run(args: readonly string[]): Promise<number> {
  const written = args.length === 1 && args[0] === '-' ? await linesOfInput() : args
  const emails = written.map((text) => text.trim())
  const problem = problemOf(emails)
  if (problem !== undefined) {
    process.stderr.write(`${problem}; nothing was removed\n${USAGE}`)
    return 2
  }
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const place = storePlaceOf(env, root)
  const { kind } = env.newsletterProvider
  if (kind !== 'own') {
    process.stderr.write(
      `Subscribers are kept by a provider (${PROVIDER_SETTING[kind]}): have them removed there too.\n`,
    )
  }
  const removal = await removeSubscribers(place, emails, {
    at: new Date().toISOString(),
    notify: (notice) => process.stderr.write(lineOf(notice)),
  })
  if (!removal) {
    process.stderr.write(
      `there is no file ${place.file}: nothing was removed. Is SUBSCRIBERS_FILE that of the portal?\n`,
    )
    return 1
  }
  for (const { email, services } of removal.removed) {
    process.stdout.write(`${email}: ${services.length > 0 ? `removed (${services.join(', ')})` : 'was not there'}\n`)
  }
  if (removal.problem !== undefined) {
    process.stderr.write(
      `what was deleted may still lie in ${place.database ? 'the database' : place.file} (${removal.problem}): run this again\n`,
    )
  }
  for (const part of removal.remainsIn) {
    process.stderr.write(`${part} may still hold an address that was named: delete that file, then run this again\n`)
  }
  return removal.problem !== undefined || removal.remainsIn.length > 0 ? 1 : 0
}

/** Omits arguments, which may be private. */
function problemOf(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return 'no address is given'
  if (emails.length > MAX_ADDRESSES) return `more than ${MAX_ADDRESSES} addresses are given`
  const wrong = emails.findIndex((email) => !isEmail(asciiEmail(email)))
  return wrong >= 0 ? `what is given as number ${wrong + 1} is no e-mail address` : undefined
}

async function linesOfInput(): Promise<string[]> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > MAX_INPUT) break
  }
  return text.split('\n').filter((line) => line.trim() !== '')
}

runCommand(run, USAGE)
