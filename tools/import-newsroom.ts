import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { findService } from '../src/services/registry.ts'
import { commandLine } from '../src/system/command-line.ts'
import { importNewsroom } from './newsroom/import.ts'
import { isUrl, openImport } from './newsroom/open-import.ts'
import { createProgress } from './newsroom/progress.ts'
import { type Summary, summaryText } from './newsroom/summary.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('newsroom:import', { args: '<source> [--into <folder>] [--service <name>] [--format markdown|html]' })}
         [--media <folder>] [--download] [--site <URL>] [--update] [--restore] [--drafts] [--no-images] [--internal-hosts] [--dry-run]
source: WXR files, a WordPress URL, an export of Ghost (.json), or the folder of a Hugo or a Jekyll site
`
/** An import avoids the demonstration's folder unless the operator names it. */
const DEMONSTRATION = 'newsroom'
const DEFAULT_FOLDER = 'imported'
const [FAILED, WITH_LOSSES, INTERRUPTED] = [1, 3, 130]

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
  // A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(INTERRUPTED) : interruption.abort()))
  }
  const opened = await openImport(options.sources, {
    zone: service.timeZone,
    env,
    site: options.site,
    media: options.media && resolve(options.media),
    embeds: service.group.embeds,
    signal: interruption.signal,
  })
  const summary = await importNewsroom({
    source: opened.source,
    folder: resolve(folder),
    service,
    services: env.services,
    isUpdate: options.update,
    restores: options.restore,
    hasDrafts: options.drafts,
    hasImages: options.images,
    format: options.format ?? opened.format,
    isDryRun: options['dry-run'],
    downloads: options.download ?? opened.isOnWeb,
    uploads: opened.isOnWeb && options.media ? resolve(options.media) : undefined,
    imageMemory: env.imageMemory,
    // The named site may be on the internal network; a file may name any host.
    internalHosts: options['internal-hosts']
      ? 'any'
      : new Set([...options.sources, options.site ?? ''].map((one) => URL.parse(one)?.host ?? '')),
    progress: createProgress(process.stderr),
    signal: interruption.signal,
  })
  if (options.drafts && options.sources.some(isUrl)) {
    process.stdout.write('--drafts: drafts come from a WXR file; from a WordPress come published posts only\n')
  }
  process.stdout.write(summaryText(summary))
  if (summary.isInterrupted) return INTERRUPTED
  process.stdout.write(nextSteps(summary, folder, service.name))
  if (summary.failed.length > 0) return FAILED
  return summary.lost.size > 0 || summary.shortcodes.size > 0 ? WITH_LOSSES : 0
}

function nextSteps(summary: Summary, folder: string, service: string): string {
  if (summary.isDryRun) return ''
  const table: Record<string, string> = summary.redirects > 0 ? { REDIRECTS_FILE: `${folder}/redirects.csv` } : {}
  const start = commandLine('start', { settings: { NEWSROOM_DIR: folder, ...table, SERVICE: service } })
  const files = summary.publicFiles.size > 0 ? `copy ${folder}/public into the folder public of the site\n` : ''
  return `${files}to see it: ${start}\n`
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
        media: { type: 'string' },
        site: { type: 'string' },
        format: { type: 'string' },
        download: { type: 'boolean' },
        'dry-run': { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
        restore: { type: 'boolean', default: false },
        drafts: { type: 'boolean', default: false },
        images: { type: 'boolean', default: true },
        'internal-hosts': { type: 'boolean', default: false },
      },
    })
    const { format, site } = values
    if (format !== undefined && format !== 'markdown' && format !== 'html') return undefined
    if (site !== undefined && !isUrl(site)) return undefined
    if (positionals.length === 0 || (positionals.length > 1 && positionals.some((one) => !/\.xml$/i.test(one)))) {
      return undefined
    }
    return { ...values, format: format as 'markdown' | 'html' | undefined, sources: positionals }
  } catch {
    return undefined
  }
}

runCommand(run, USAGE)
