import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { findService } from '../src/services/registry.ts'
import { newsroomFolder } from '../src/sources/embedded/newsroom-folder.ts'
import { commandLine } from '../src/system/command-line.ts'
import { exportNewsroom } from './newsroom/export.ts'
import { createProgress } from './newsroom/progress.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('newsroom:export', { args: '<WXR file to write> [--from <folder>] [--service <name>]' })}\n`

/** @returns the exit code: 2 for invalid arguments */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const env = await readSettings(root)
  const service = findService(env.services, options?.service ?? env.service)
  if (!options || !service) {
    process.stderr.write(USAGE)
    return 2
  }
  const siteUrl = service.serviceUrl ?? `https://${service.name}.invalid`
  const progress = createProgress(process.stderr)
  const { total, xml } = await exportNewsroom({
    folder: options.from === undefined ? newsroomFolder(root, env) : resolve(options.from),
    service,
    siteUrl,
    imagesUrl: env.cdn.startsWith('/') ? `${siteUrl}${env.cdn}` : env.cdn,
    onExported: progress.step,
  })
  progress.start('exporting', total)
  const file = resolve(options.file)
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.from(xml()), createWriteStream(unfinished))
    await rename(unfinished, file)
  } finally {
    progress.stop()
    await rm(unfinished, { force: true })
  }
  process.stdout.write(`${total} pages, articles and reusable blocks of ${service.title} are in ${options.file}\n`)
  return 0
}

function optionsOf(args: string[]) {
  try {
    const options = { from: { type: 'string' }, service: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [file, ...others] = positionals
    return file === undefined || others.length > 0 ? undefined : { ...values, file }
  } catch {
    return undefined
  }
}

runCommand(run, USAGE)
