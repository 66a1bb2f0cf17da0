#!/usr/bin/env node
/** `npm create szpalta gazeta -- --wordpress https://blog.example`: a project with a portal that starts at once. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const OWN = dirname(fileURLToPath(import.meta.url))
const TEMPLATE = join(OWN, 'template')
/** Of one release. */
const { version: VERSION } = JSON.parse(readFileSync(join(OWN, 'package.json'), 'utf8'))
const LANGUAGES = ['pl', 'en', 'de', 'uk']
const NAME = /^[a-z][a-z0-9-]{0,40}$/
/** npm installs no package into itself, and blocks of these names are the program's. */
const TAKEN = ['szpalta', 'core', 'core-embed', 'acf', 'hub']
const SITE = 'site'
/** npm keeps no file of that name in a package. */
const RENAMED = { gitignore: '.gitignore' }

const USAGE = `usage: npm create szpalta <folder> -- [options]
  --wordpress <URL>    stands in front of this WordPress; else the portal has articles of its own
  --language <code>    ${LANGUAGES.join(', ')}; else that of the WordPress, or en
  --title <title>      name of the portal; else that of the WordPress, or of the folder
  --program <what>     the version of szpalta, or a file of the package; else ${VERSION}
In a terminal it asks for what is missing.
`

process.exitCode = await run(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`)
  return 1
})

async function run(args) {
  const written = optionsOf(args)
  if (typeof written === 'string') {
    process.stderr.write(`${written}\n\n${USAGE}`)
    return 2
  }
  if (written.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const options = await completed(written)
  const problem = problemOf(options)
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n\n${USAGE}`)
    return 2
  }
  const folder = resolve(options.folder)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${options.folder} exists already and is not empty: name another folder`)
  }
  return begin(folder, options)
}

function optionsOf(args) {
  const text = { type: 'string' }
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        wordpress: text,
        language: text,
        title: text,
        program: { type: 'string', default: VERSION },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (positionals.length > 1) return `"${positionals[1]}" is one folder too many`
    return { ...values, folder: positionals[0] }
  } catch (error) {
    const [, option] = /^Unknown option '([^']+)'/.exec(error.message) ?? []
    return option === undefined ? error.message : `there is no option ${option}`
  }
}

/** Asks only where somebody can type. */
async function completed(options) {
  if (options.folder !== undefined || !process.stdin.isTTY || !process.stdout.isTTY) return options
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question) => (await terminal.question(question)).trim() || undefined
  try {
    const folder = (await ask('Folder of the project (portal): ')) ?? 'portal'
    const wordpress = options.wordpress ?? (await ask('URL of your WordPress (none: articles of its own): '))
    const language = options.language ?? (wordpress ? undefined : await ask(`Language, ${LANGUAGES.join(', ')} (en): `))
    return { ...options, folder, wordpress, language }
  } finally {
    terminal.close()
  }
}

function problemOf({ folder, wordpress, language, title }) {
  if (folder === undefined) return 'name a folder'
  if (!NAME.test(nameOf(folder))) {
    return `"${nameOf(folder)}" must begin with a letter and have small letters, digits and hyphens only`
  }
  if (TAKEN.includes(nameOf(folder))) return `"${nameOf(folder)}" is taken: name another folder`
  if (language !== undefined && !LANGUAGES.includes(language))
    return `--language must be one of ${LANGUAGES.join(', ')}`
  if (title?.trim() === '') return '--title must not be empty'
  if (wordpress !== undefined && !/^https?:$/.test(URL.parse(wordpress)?.protocol ?? '')) {
    return '--wordpress must be the URL of a WordPress, such as https://blog.example'
  }
  return undefined
}

function nameOf(folder) {
  return basename(resolve(folder))
}

/** A project that could not be finished is no project. */
function begin(folder, options) {
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true })
  try {
    writeProject(folder, options)
    npm(folder, ['install', '--no-audit', '--no-fund', '--loglevel=error'], 'npm could not install the program')
    newSite(folder, options)
    writeExtension(folder, options)
  } catch (error) {
    for (const name of isNew ? [''] : readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  }
  const place = relative(process.cwd(), folder)
  process.stdout.write(`${nameOf(folder)} is ready. Next:\n  cd ${place}\n  npm start\n`)
  return 0
}

function writeProject(folder, options) {
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const entry of files) {
    const path = join(relative(TEMPLATE, entry.parentPath), entry.name)
    // Of the site folder, which is not there yet.
    if (path.startsWith(SITE)) continue
    write(join(folder, RENAMED[path] ?? path), filled(readFileSync(join(TEMPLATE, path), 'utf8'), folder, options))
  }
  write(join(folder, 'package.json'), `${JSON.stringify(projectFile(folder, options), null, 2)}\n`)
}

function projectFile(folder, { wordpress, program }) {
  const own = JSON.parse(readFileSync(join(TEMPLATE, 'versions.json'), 'utf8'))
  return {
    name: nameOf(folder),
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      start: 'szpalta start',
      dev: 'szpalta dev',
      build: 'szpalta build',
      doctor: 'szpalta doctor',
      test: 'node --test test/',
    },
    // What every command of szpalta reads in this folder.
    szpalta: { site: SITE, ...(wordpress && { wordpress }) },
    engines: { node: '>=20.19.0' },
    dependencies: { szpalta: program },
    devDependencies: own,
  }
}

/** The program writes its own folder: the form is that of the installed version. */
function newSite(folder, { wordpress, language, title }) {
  const flags = Object.entries({ wordpress, language, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  const program = join(folder, 'node_modules/szpalta/bin/szpalta.mjs')
  const args = [program, 'site:new', nameOf(folder), '--folder', SITE, ...flags]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim() || 'the site folder could not be written')
}

function writeExtension(folder, options) {
  for (const path of ['extension.ts', 'extension/fact-box.tsx']) {
    write(join(folder, SITE, path), filled(readFileSync(join(TEMPLATE, SITE, path), 'utf8'), folder, options))
  }
}

function filled(text, folder, { wordpress }) {
  const content = wordpress ? `Articles come from ${wordpress}.` : `Articles are the files of \`${SITE}/newsroom\`.`
  return text.replaceAll('{{name}}', nameOf(folder)).replaceAll('{{content}}', content)
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function npm(folder, args, problem) {
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    // npm is a script there.
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(problem)
}
