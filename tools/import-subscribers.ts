import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeList } from '../src/features/newsletter/importing/csv-records.ts'
import {
  type ImportResult,
  importList,
  type ResolvedList,
  resolveMembers,
} from '../src/features/newsletter/importing/import-list.ts'
import { type Member, readMembers } from '../src/features/newsletter/importing/members.ts'
import { lineOf } from '../src/features/newsletter/store/notice.ts'
import { openStore, storePlaceOf } from '../src/features/newsletter/store/open-store.ts'
import type { Env } from '../src/portal/settings/env.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { newslettersOf } from '../src/services/newsletters.ts'
import { findService } from '../src/services/registry.ts'
import { type ImportOptions, importOptionsOf, USAGE } from './newsletter/import-options.ts'
import { runCommand } from './run-command.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STEP = 10_000

/**
 * Prints no e-mail address (SUB-27).
 */
async function run(args: string[]): Promise<number> {
  const options = importOptionsOf(args)
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const env = await readSettings(ROOT)
  const list = listOf(env, options)
  if (list === undefined) return 2
  if (env.newsletterProvider.kind !== 'own') {
    process.stderr.write('the subscribers are a newsletter provider’s: import them there\n')
    return 1
  }
  const read = await readFiles(options, list)
  if (!read) return 1
  const resolved = resolveMembers(read.members, read.doubtful)
  const result = await write(env, options, list, resolved)
  process.stdout.write(summaryOf(resolved, read, result))
  return read.flaws > 0 ? 3 : 0
}

/** Undefined: the site has none of that name. */
function listOf({ services, service: own }: Env, options: ImportOptions): string | undefined {
  const service = findService(services, options.service ?? own)
  const newsletters = service ? newslettersOf(service) : []
  const newsletter = newsletters.find(({ name }) => name === options.newsletter)
  if (newsletter) return newsletter.key
  process.stderr.write(
    service
      ? `${service.name} has no newsletter of that name; it has ${newsletters.map(({ name = 'its own' }) => name).join(', ')}\n`
      : `--service must be one of ${Object.keys(services).join(', ')}\n`,
  )
  return undefined
}

interface ReadFiles {
  members: Member[]
  doubtful: string[]
  flaws: number
  others: number
}

async function readFiles(options: ImportOptions, list: string): Promise<ReadFiles | undefined> {
  const all: ReadFiles = { members: [], doubtful: [], flaws: 0, others: 0 }
  for (const path of options.files) {
    const file = basename(path)
    const { text, encoding } = decodeList(await readFile(path), options.encoding)
    const read = readMembers(path, text, { ...options, list, now: new Date() })
    if (!read) {
      process.stderr.write(`${file}: no column has e-mail addresses (its name must be email); nothing was imported\n`)
      return undefined
    }
    process.stdout.write(`${file}: ${read.form}, ${encoding}, ${read.lines} rows\n`)
    for (const { line, problem } of read.flaws) process.stderr.write(`${file}:${line}: ${problem}\n`)
    for (const member of read.members) all.members.push(member)
    all.doubtful.push(...read.doubtful)
    all.flaws += read.flaws.length
    all.others += read.others
  }
  return all
}

/** @returns undefined for a dry run */
async function write(
  env: Env,
  options: ImportOptions,
  list: string,
  resolved: ResolvedList,
): Promise<ImportResult | undefined> {
  if (options.isDry) return undefined
  const place = storePlaceOf(env, ROOT)
  if (!place.database && !existsSync(place.file)) process.stdout.write(`${place.file} is begun\n`)
  const { store } = await openStore({
    ...place,
    program: join(ROOT, 'dist/subscribers-thread.js'),
    notify: (notice) => process.stderr.write(lineOf(notice)),
  })
  const all = resolved.confirmed.length + resolved.suppressed.length
  let next = STEP
  try {
    return await importList(resolved, {
      store,
      list,
      now: () => new Date(),
      onPage(done) {
        if (done < next) return
        next += STEP
        process.stdout.write(`${done} of ${all}\n`)
      },
    })
  } finally {
    await store.close()
  }
}

function summaryOf(resolved: ResolvedList, { flaws, others }: ReadFiles, result: ImportResult | undefined): string {
  const { confirmed, suppressed, unproven, doubtful, duplicates } = resolved
  const written = result && {
    members: `${result.members.added} added, ${result.members.known + result.members.same} there before, ${result.members.left} have left since an earlier import, ${result.members.suppressed} get no mail`,
    suppressions: `${result.suppressions.suppressed} added, ${result.suppressions.known} there before, ${result.suppressions.kept} stay because they have subscribed to this portal since`,
  }
  const lines = [
    ...(written ? [] : ['a dry run: nothing is written']),
    `confirmed: ${confirmed.length}${written ? ` (${written.members})` : ''}`,
    `never mailed: ${suppressed.length}${written ? ` (${written.suppressions})` : ''}`,
    `left out, because nothing proves that they confirmed: ${unproven}`,
    ...(doubtful > 0 ? [`left out, because a flawed row is of them too: ${doubtful}`] : []),
    ...(others > 0 ? [`left out, because they are of other newsletters: ${others}`] : []),
    `further rows of the same mailbox: ${duplicates}`,
    `flawed rows, named above: ${flaws}`,
  ]
  return `${lines.join('\n')}\n`
}

runCommand(run, USAGE)
