import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import {
  DEFAULT_MOST_READ,
  isMostReadWindow,
  MOST_READ_WINDOWS,
  type MostReadWindow,
} from '../src/content/most-read.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { reachOf } from '../src/system/clear-text.ts'
import { commandLine } from '../src/system/command-line.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('most-read', { args: '[--from <URL of the running portal>]' })} [--window ${MOST_READ_WINDOWS.join('|')}] [--service <name>]
`
const DEADLINE_MS = 10_000

const views = z.object({ '1h': z.number(), '24h': z.number(), '7d': z.number() })
const figuresSchema = z.object({
  services: z.record(z.string(), z.array(z.object({ path: z.string(), title: z.string().optional(), views }))),
})

async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const env = await readSettings(dirname(dirname(fileURLToPath(import.meta.url))))
  const from = URL.parse(options.from ?? `http://127.0.0.1:${env.port}`)
  if (!from || (from.protocol !== 'https:' && reachOf(from.hostname) === 'internet')) {
    process.stderr.write('--from must be a URL, with https: on the internet, as the token goes there\n')
    return 2
  }
  if (env.metricsToken === undefined) {
    process.stderr.write('METRICS_TOKEN is not set: neither here nor, then, at the portal\n')
    return 1
  }
  const response = await fetch(new URL(`/ops/most-read?window=${options.window}`, from), {
    headers: { authorization: `Bearer ${env.metricsToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch((error: unknown) => error)
  if (!(response instanceof Response) || !response.ok) {
    const reason = response instanceof Response ? `status ${response.status}` : 'no connection'
    process.stderr.write(`${from.origin} does not say what is read: ${reason}\n`)
    return 1
  }
  const { services } = figuresSchema.parse(await response.json())
  for (const [name, articles] of Object.entries(services)) {
    if (options.service !== undefined && options.service !== name) continue
    process.stdout.write(`${name}, most read of ${options.window}\n${columns(['1h', '24h', '7d'])}\n`)
    for (const { path, title = '(not readable)', views: of } of articles) {
      const numbers = columns([of['1h'], of['24h'], of['7d']].map(String))
      process.stdout.write(`${numbers}  ${printable(title)}  ${printable(path)}\n`)
    }
  }
  return 0
}

function columns(texts: readonly string[]): string {
  return texts.map((text) => text.padStart(8)).join('')
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

function optionsOf(args: string[]): { from?: string; service?: string; window: MostReadWindow } | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        service: { type: 'string' },
        window: { type: 'string', default: DEFAULT_MOST_READ.window },
      },
    })
    const { from, service, window } = values
    if (!isMostReadWindow(window)) return undefined
    return { window, from, service }
  } catch {
    return undefined
  }
}

runCommand(run, USAGE)
