/** (docs/decisions/167) */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Site } from '../src/site/site.ts'
import { addToEnvironment, environment } from '../src/system/settings/environment.ts'
import { hasNoOrigins, localOrigins } from './start/local-origins.ts'
import { commandOf, OptionError, startOptions, usage } from './start/options.ts'
import { contentOf, listenSettingsOf, siteInFolder } from './start/site-in-folder.ts'
import { supervise } from './start/supervise.ts'
import { takenPort } from './start/taken-port.ts'
import { welcome } from './start/welcome.ts'

const BUILD = dirname(fileURLToPath(import.meta.url))
const SERVER = join(BUILD, 'server.js')

type Listening = ReturnType<typeof listenSettingsOf>

async function start(): Promise<void> {
  const command = commandOf(environment())
  const { port, isLog, isHelp } = startOptions(process.argv.slice(2), command)
  if (isHelp) return void process.stdout.write(usage(command))
  if (port !== undefined) addToEnvironment({ PORT: port })
  const at = listenSettingsOf(environment())
  const taken = environment().LISTEN_FDS ? undefined : await takenPort(at, command)
  if (taken !== undefined) return fail(taken, 1)
  const isTerminal = process.stdout.isTTY && !isLog
  const site = isTerminal || hasNoOrigins(environment()) ? await siteInFolder(environment(), BUILD) : undefined
  // The server says what is wrong with a port.
  if (site && at.port !== 0) addToEnvironment(localOrigins(site, environment()))
  if (!isTerminal) return serve()
  process.exitCode = await inTerminal(command, at, site)
}

/** In this process, as `node dist/server.js`. */
async function serve(): Promise<void> {
  process.argv = [process.argv[0] ?? 'node', SERVER]
  await import(pathToFileURL(SERVER).href)
}

async function inTerminal(command: string, at: Listening, site: Site | undefined): Promise<number> {
  const variables = environment()
  return supervise({
    program: SERVER,
    variables,
    port: at.port,
    say: (text) => void process.stdout.write(`${text}\n`),
    onReady: (port) =>
      welcome({
        ...(site && { site, defaultService: variables.SERVICE || site.defaultService }),
        ...at,
        port,
        content: contentOf(variables, site),
        command,
      }),
  })
}

function fail(words: string, code: number): void {
  process.stderr.write(`${words}\n`)
  process.exitCode = code
}

start().catch((error: unknown) => {
  if (error instanceof OptionError) fail(error.message, 2)
  else fail(String(error), 1)
})
