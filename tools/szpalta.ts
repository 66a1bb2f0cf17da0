import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EXTENSION } from '../src/site/site.ts'
import { type CommandName, commandLine } from '../src/system/command-line.ts'
import { editDistance } from '../src/system/edit-distance.ts'
import { addToEnvironment, environment } from '../src/system/settings/environment.ts'
import { readVersion } from '../src/system/version.ts'
import { COMMANDS } from './command-line/commands.ts'
import { compileSite, MISSING_BUILD_TOOLS } from './command-line/compile-site.ts'
import { DEMO_LANGUAGES, demoOf } from './command-line/demo.ts'
import { type OwnOption, splitArguments } from './command-line/own-options.ts'
import { pathsIn, siteOf } from './command-line/project.ts'
import { isAskedForHelp } from './run-command.ts'

const BUILD = dirname(fileURLToPath(import.meta.url))
const ROOT = dirname(BUILD)
const SETTINGS_FILE = '.env'
const MAX_SLIPS = 2
const INVALID = 2

interface Command {
  program: string
  options: readonly OwnOption[]
  needsSite?: boolean
  usage?: string
}

const PLACE = ['site', 'wordpress'] as const
const SERVER = [...PLACE, 'port', 'host'] as const
const DEMO = ['language', 'port', 'host'] as const
const OPTION_HELP: Readonly<Record<OwnOption, string>> = {
  site: '--site <folder>     the site folder (SITE_DIR); else "site", or the one in "sites"',
  wordpress: '--wordpress <URL>   the WordPress that the portal stands in front of (CMS_URL)',
  port: '--port <number>     where it listens (PORT), 3000',
  host: '--host <IP address> the interface that it listens on (HOST)',
  language: `--language <code>   ${DEMO_LANGUAGES.join(' or ')}`,
}
const ofSite = (program: string, options: readonly OwnOption[] = PLACE): Command => ({
  program,
  options,
  needsSite: true,
})

const PROGRAMS: Readonly<Record<CommandName, Command>> = {
  start: { ...ofSite('start.js', SERVER), usage: usageOf('start', SERVER) },
  dev: { ...ofSite('dev.js', SERVER), usage: usageOf('dev', SERVER) },
  demo: { program: 'start.js', options: DEMO, usage: usageOf('demo', DEMO) },
  build: ofSite('build-extension.js', ['site']),
  'site:new': { program: 'new-site.js', options: [] },
  doctor: ofSite('doctor.js'),
  preview: ofSite('preview.js'),
  'most-read': ofSite('most-read.js'),
  messages: ofSite('messages.js'),
  // Its own `--site` is the URL that links of the old site begin with.
  'newsroom:import': ofSite('import-newsroom.js', []),
  'newsroom:export': ofSite('export-newsroom.js'),
  'newsletter:send': ofSite('send-newsletter.js'),
  'newsletter:import': ofSite('import-subscribers.js'),
  'newsletter:export': ofSite('export-subscribers.js'),
  'newsletter:remove': ofSite('remove-subscribers.js'),
}

async function run([name = '', ...args]: string[]): Promise<number | undefined> {
  if (name === '--version' || name === '-v') return said(`${await readVersion(ROOT)}\n`)
  if (isAskedForHelp([name]) || (name === 'help' && args.length === 0)) return said(help())
  if (name === 'help') return run([...args, '--help'])
  if (!isCommand(name)) return refused(name === '' ? help() : unknown(name))
  const command = PROGRAMS[name]
  if (isAskedForHelp(args) && command.usage !== undefined) return said(command.usage)
  const split = splitArguments(args, command.options)
  if (typeof split === 'string') return refused(`${split}\n`)
  const { own, rest } = split
  if (command.usage !== undefined && rest.length > 0) return refused(`${name} takes no "${rest[0]}"\n${command.usage}`)
  const folder = process.cwd()
  // What the terminal has set counts more.
  if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE)
  if (command.needsSite && !isAskedForHelp(rest)) {
    const site = siteOf(folder, own, environment())
    if ('problem' in site) return refused(noSite(name, site.problem))
    addToEnvironment(site.variables)
  }
  if (name === 'demo') {
    const demo = demoOf(ROOT, folder, own.language)
    if ('problem' in demo) return refused(`${demo.problem}\n`)
    addToEnvironment(demo.variables)
  }
  addToEnvironment({ ...(own.port && { PORT: own.port }), ...(own.host && { HOST: own.host }) })
  addToEnvironment(pathsIn(folder, environment()))
  if (name === 'start') await compileExtension()
  await runProgram(join(BUILD, command.program), rest)
  return undefined
}

async function compileExtension(): Promise<void> {
  const { SITE_DIR: site } = environment()
  if (!site || !existsSync(join(site, EXTENSION.file))) return
  try {
    await compileSite(BUILD, site)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== MISSING_BUILD_TOOLS) throw error
  }
}

async function runProgram(program: string, args: readonly string[]): Promise<void> {
  // Workers are started by it.
  process.argv = [process.argv[0] ?? 'node', program, ...args]
  await import(pathToFileURL(program).href)
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(PROGRAMS, name)
}

function said(text: string): number {
  process.stdout.write(text)
  return 0
}

function refused(text: string): number {
  process.stderr.write(text)
  return INVALID
}

function unknown(name: string): string {
  const meant = meantBy(name)
  if (meant.length === 0) return `"${name}" is no command\n\n${help()}`
  const names = meant.map((one) => `"${one}"`).join(' or ')
  return `"${name}" is no command: did you mean ${names}?\nnpx szpalta --help lists all.\n`
}

function meantBy(name: string): string[] {
  const names = Object.keys(PROGRAMS)
  const parts = names.filter((one) => one.split(':').includes(name))
  if (parts.length > 0) return parts
  const slips = names.map((one) => [one, editDistance(one, name)] as const)
  const fewest = Math.min(...slips.map(([, edits]) => edits))
  return fewest <= MAX_SLIPS ? slips.flatMap(([one, edits]) => (edits === fewest ? [one] : [])).slice(0, 1) : []
}

function noSite(name: CommandName, problem: 'none' | readonly string[]): string {
  if (problem !== 'none') {
    const lines = problem.map((site) => `  ${commandLine(name, { site })}\n`)
    return `There are several sites in this folder. Name one:\n${lines.join('')}`
  }
  const [front, own] = [
    commandLine(name, { wordpress: 'https://blog.example' }),
    commandLine('site:new', { args: 'gazeta' }),
  ]
  return `There is no site in this folder. Any of these begins one:
  ${front}   in front of a WordPress
  ${own}   a site folder of your own
`
}

function help(): string {
  const names = Object.keys(PROGRAMS).filter(isCommand)
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${COMMANDS[name]}\n`)
  return `usage: npx szpalta <command> [options]

${lines.join('')}
  npx szpalta <command> --help   says what a command takes
  npx szpalta --version          prints the version

Paths are relative to this folder, and so is data/, where the portal keeps what it writes. A file .env here has settings.
`
}

function usageOf(name: CommandName, options: readonly OwnOption[]): string {
  const lines = options.map((option) => `  ${OPTION_HELP[option]}\n`)
  return `usage: npx szpalta ${name} [options]\n  ${COMMANDS[name]}\n\n${lines.join('')}`
}

const code = await run(process.argv.slice(2)).catch((error: unknown) =>
  refused(`${error instanceof Error ? error.message : String(error)}\n`),
)
if (code !== undefined) process.exitCode = code
