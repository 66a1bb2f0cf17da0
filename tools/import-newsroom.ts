import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Env } from '../src/portal/settings/env.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { findService } from '../src/services/registry.ts'
import { cmsAccounts } from '../src/sources/upstream/accounts.ts'
import type { TimeZone } from '../src/system/time-zone.ts'
import { importNewsroom } from './newsroom/import.ts'
import { createProgress } from './newsroom/progress.ts'
import { restSource } from './newsroom/rest/source.ts'
import type { ImportSource } from './newsroom/source.ts'
import { summaryText } from './newsroom/summary.ts'
import { wxrSource } from './newsroom/wxr/reader.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: newsroom:import -- <WXR file or WordPress URL> [--into <folder>] [--service <name>]
         [--update] [--drafts] [--no-images] [--uploads <folder>] [--internal-hosts]
`
/** An import goes to another folder than the demonstration's, unless the operator names it. */
const DEMONSTRATION = 'newsroom'
const DEFAULT_FOLDER = 'imported'
const INTERRUPTED = 130

/**
 * See newsroom/README.md, "Import".
 * @returns the exit code: 0 success, 1 failure, 2 invalid arguments, 130 interrupted
 */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const folder = options.into ?? (env.newsroom === DEMONSTRATION ? DEFAULT_FOLDER : (env.newsroom ?? DEFAULT_FOLDER))
  const service = findService(env.services, options.service ?? env.service)
  if (!service) {
    process.stderr.write(`--service must be one of ${Object.keys(env.services).join(', ')}\n`)
    return 2
  }
  const interruption = new AbortController()
  // A second signal ends it at once; the next run cleans up partial files.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(INTERRUPTED) : interruption.abort()))
  }
  const summary = await importNewsroom({
    source: await sourceOf(options.source, service.timeZone, env, interruption.signal),
    folder: resolve(folder),
    service,
    isUpdate: options.update,
    hasDrafts: options.drafts,
    hasImages: options.images,
    uploads: options.uploads && resolve(options.uploads),
    imageMemory: env.imageMemory,
    // The named site may be on the internal network; a file may name any host.
    internalHosts: options['internal-hosts'] ? 'any' : new Set([URL.parse(options.source)?.host ?? '']),
    progress: createProgress(process.stderr),
    signal: interruption.signal,
  })
  if (options.drafts && isUrl(options.source)) {
    process.stdout.write('--drafts: drafts come from a WXR file; from a WordPress come published posts only\n')
  }
  process.stdout.write(summaryText(summary))
  if (summary.isInterrupted) return INTERRUPTED
  process.stdout.write(`to see it: NEWSROOM_DIR=${folder} SERVICE=${service.name} npm start\n`)
  return summary.failed.length > 0 ? 1 : 0
}

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        into: { type: 'string' },
        service: { type: 'string' },
        uploads: { type: 'string' },
        update: { type: 'boolean', default: false },
        drafts: { type: 'boolean', default: false },
        images: { type: 'boolean', default: true },
        'internal-hosts': { type: 'boolean', default: false },
      },
    })
    const [source, ...others] = positionals
    return source === undefined || others.length > 0 ? undefined : { ...values, source }
  } catch {
    return undefined
  }
}

function isUrl(written: string): boolean {
  return /^https?:\/\//i.test(written)
}

async function sourceOf(written: string, zone: TimeZone, env: Env, signal: AbortSignal): Promise<ImportSource> {
  if (!isUrl(written)) {
    const stats = await stat(written).catch(() => undefined)
    if (!stats?.isFile()) throw new Error(`there is no file ${written}`)
    return wxrSource(written, zone)
  }
  // Credentials go only to the CMS that they were configured for.
  const accounts = cmsAccounts(env.cmsUrls, env.cmsCredentials)
  const configured = accounts.find(({ url }) => new URL(url).host === new URL(written).host)
  return restSource(written, accounts.length === 0 ? env.generalCredentials : configured?.credentials, signal)
}

runCommand(run)
