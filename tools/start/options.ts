import { parseArgs } from 'node:util'

export interface StartOptions {
  port?: string
  isLog: boolean
  isHelp: boolean
}

const OPTIONS = {
  port: { type: 'string', short: 'p' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/** @throws {OptionError} for an argument that there is not */
export function startOptions(args: string[], command: string): StartOptions {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.port !== undefined && !isPort(values.port)) throw new Error(`"${values.port}" is no port: 0 to 65535`)
    return { port: values.port, isLog: values.json, isHelp: values.help }
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${usage(command)}`)
  }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

export function usage(command: string): string {
  return `usage: ${command} [options]

  --port <number>   where to listen (PORT, else 3000)
  --json            the log as JSON lines, as where there is no terminal
  --help            this text

Every setting is an environment variable: docs/reference/settings.md
`
}

/** npm needs two hyphens. */
export function commandOf({ npm_lifecycle_event: script }: Readonly<Record<string, string | undefined>>): string {
  if (script === undefined) return 'node dist/start.js'
  return script === 'npx' ? 'npx szpalta start' : `npm ${script === 'start' ? 'start' : `run ${script}`} --`
}
