#!/usr/bin/env node
/**
 * The program as a command, for a project that has it as a package: `npx szpalta start --site ./gazeta`. Paths are
 * relative to the folder it is called in, and so is the folder of its own files, `data/`.
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PROGRAMS = {
  start: 'server.js',
  doctor: 'doctor.js',
  messages: 'messages.js',
  'site:new': 'new-site.js',
  'newsroom:import': 'import-newsroom.js',
  'newsroom:export': 'export-newsroom.js',
  'newsletter:export': 'export-subscribers.js',
  'newsletter:import': 'import-subscribers.js',
  'newsletter:remove': 'remove-subscribers.js',
}
const USAGE = `usage: szpalta <command> [--site <folder>] [arguments]
commands: ${Object.keys(PROGRAMS).join(', ')}
`

function fail(text) {
  process.stderr.write(text)
  process.exit(2)
}

const [command = '', ...rest] = process.argv.slice(2)
if (!Object.hasOwn(PROGRAMS, command)) fail(USAGE)
const program = join(ROOT, 'dist', PROGRAMS[command])
if (!existsSync(program)) fail(`${ROOT} has no build: run its "npm run build" first\n`)

const at = rest.findIndex((arg) => arg === '--site' || arg.startsWith('--site='))
if (at !== -1) {
  const [given] = rest.splice(at, 1)
  const folder = given === '--site' ? rest.splice(at, 1)[0] : given.slice('--site='.length)
  if (!folder) fail(USAGE)
  process.env.SITE_DIR = resolve(folder)
}
const { env } = process
for (const name of ['SITE_DIR', 'NEWSROOM_DIR']) if (env[name]) env[name] = resolve(env[name])
env.SUBSCRIBERS_FILE = resolve(env.SUBSCRIBERS_FILE || 'data/subscribers.sqlite')
if (env.PAGE_CACHE_FILE !== 'off') env.PAGE_CACHE_FILE = resolve(env.PAGE_CACHE_FILE || 'data/pages.bin')
if (env.MEDIA_CACHE_DIR !== 'off') env.MEDIA_CACHE_DIR = resolve(env.MEDIA_CACHE_DIR || 'data/media')

process.argv = [process.argv[0] ?? 'node', program, ...rest]
await import(pathToFileURL(program).href)
