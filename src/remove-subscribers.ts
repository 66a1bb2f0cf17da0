import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEmail } from './content/newsletter.ts'
import { readEnv } from './env.ts'
import { lineOf } from './newsletter/notice.ts'
import { removeSubscribers } from './newsletter/removal.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'usage: newsletter:remove ADDRESS...   or   newsletter:remove -   with an address a line on stdin\n'
/** Requests come one by one: who names more has probably given a list of readers by mistake. */
const MAX_ADDRESSES = 100
const MAX_INPUT = 100_000

/**
 * `npm run newsletter:remove -- adres@example.pl`: removes people who ask for it, while the portal runs too (SUB-12). With
 * `-` the addresses are read from stdin, so that no shell's history and no log of npm has them.
 * @returns the exit code: 1 when not everything is gone, 2 when nothing was tried
 */
async function run(args: readonly string[]): Promise<number> {
  const given = args.length === 1 && args[0] === '-' ? await linesOfInput() : args
  const emails = given.map((text) => text.trim())
  const problem = problemOf(emails)
  if (problem !== undefined) {
    process.stderr.write(`${problem}; nothing was removed\n${USAGE}`)
    return 2
  }
  // The bundle lies in dist/, one folder below the project.
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = readEnv()
  const file = resolve(root, env.subscribersFile)
  if (env.sare) process.stderr.write('Subscribers are kept by a provider (SARE_URL): have them removed there too.\n')
  const removal = await removeSubscribers(file, emails, {
    at: new Date().toISOString(),
    notify: (notice) => process.stderr.write(lineOf(notice)),
  })
  if (!removal) {
    process.stderr.write(`there is no file ${file}: nothing was removed. Is SUBSCRIBERS_FILE that of the portal?\n`)
    return 1
  }
  for (const { email, services } of removal.removed) {
    process.stdout.write(`${email}: ${services.length > 0 ? `removed (${services.join(', ')})` : 'was not there'}\n`)
  }
  if (removal.problem !== undefined) {
    process.stderr.write(`what was deleted may still lie in ${file} (${removal.problem}): run this again\n`)
  }
  for (const part of removal.heldBy) {
    process.stderr.write(`${part} may still hold an address that was named: delete that file, then run this again\n`)
  }
  return removal.problem !== undefined || removal.heldBy.length > 0 ? 1 : 0
}

/** What was given is not repeated: it may be somebody else's address. */
function problemOf(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return 'no address is given'
  if (emails.length > MAX_ADDRESSES) return `more than ${MAX_ADDRESSES} addresses are given`
  const wrong = emails.findIndex((email) => !isEmail(email))
  return wrong >= 0 ? `what is given as number ${wrong + 1} is no e-mail address` : undefined
}

async function linesOfInput(): Promise<string[]> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += String(chunk)
    // So much cannot be a hundred addresses: what is read is refused.
    if (text.length > MAX_INPUT) break
  }
  return text.split('\n').filter((line) => line.trim() !== '')
}

runCommand(run)
