import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withoutTrailingSlashes } from '../src/content/trailing-slashes.ts'
import { pathOfLink } from '../src/features/previews/choice.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { originOf } from '../src/seo/head.ts'
import { findService } from '../src/services/registry.ts'
import { commandLine } from '../src/system/command-line.ts'
import { variableSuffix } from '../src/system/settings/variable-suffix.ts'
import { MAX_LIFETIME, signedLink } from '../src/system/signed-link.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('preview', { args: '<id or path>' })} [--service <name>] [--hours <1 to ${MAX_LIFETIME / 3600}>]
   id: the number of a post in WordPress, or the name of an article's file in the newsroom
`
const SECONDS = 3600

/**
 * For a site without the connector (PREVIEW-7).
 */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const env = await readSettings(dirname(dirname(fileURLToPath(import.meta.url))))
  const service = findService(env.services, options.service ?? env.service)
  if (!service) {
    process.stderr.write(`--service must be one of ${Object.keys(env.services).join(', ')}\n`)
    return 2
  }
  const secret = env.previewSecrets[service.name]
  if (secret === undefined) {
    const own = service.name === env.service ? 'PREVIEW_SECRET' : `PREVIEW_SECRET${variableSuffix(service.name)}`
    process.stderr.write(`${service.name} has no previews: ${own} is not set\n`)
    return 1
  }
  if (env.content === 'wordpress' && !/^\d+$/.test(options.id)) {
    process.stderr.write('a post of WordPress has a number: it stands in the URL of its editor, after post=\n')
    return 2
  }
  const expires = Math.floor(Date.now() / 1000) + options.hours * SECONDS
  process.stdout.write(`${originOf(service)}${pathOfLink(signedLink(secret, options.id, expires))}\n`)
  return 0
}

function optionsOf(args: string[]): { id: string; service: string | undefined; hours: number } | undefined {
  try {
    const options = { service: { type: 'string' }, hours: { type: 'string', default: '1' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [written = '', ...others] = positionals
    const id = (withoutTrailingSlashes(written).split('/').at(-1) ?? '').replace(/\.html$/, '')
    const hours = Number(values.hours)
    const isValid = id !== '' && others.length === 0 && hours >= 1 && hours * SECONDS <= MAX_LIFETIME
    return isValid && Number.isInteger(hours) ? { id, service: values.service, hours } : undefined
  } catch {
    return undefined
  }
}

runCommand(run, USAGE)
