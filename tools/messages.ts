import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BundledLanguage, isBundledLanguage, LANGUAGES } from '../src/languages/language.ts'
import { isLanguageTag } from '../src/site/fields.ts'
import { languageFile } from '../src/site/language-file.ts'
import { messagesName } from '../src/site/languages.ts'
import { siteFolder } from '../src/site/settings.ts'
import { translationFile } from '../src/site/translation.ts'
import { readYaml } from '../src/site/yaml-file.ts'
import { commandLine } from '../src/system/command-line.ts'
import { replaceFile } from '../src/system/files.ts'
import { environment } from '../src/system/settings/environment.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('messages', { args: '<language>' })} [--original ${LANGUAGES.join('|')}]
`
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MAX_NAMED = 20

/**
 * Begins a translator's file from the program's example (LANG-11).
 * @returns the exit code: 1 failure, 2 invalid arguments
 */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}${USAGE}`)
    return 2
  }
  const { language, original } = options
  const file = join(siteFolder(environment()), messagesName(language))
  const path = resolve(file)
  const before = (await written(path)) ?? (await written(join(ROOT, 'languages', `${language}.yaml`)))
  const schema = relative(dirname(path), join(ROOT, 'schemas/language.json')).replaceAll('\\', '/')
  const { text, missing, unused } = translation(file, language, { before, original, schema })
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, text)
  const { problems } = readYaml(file, text, languageFile(language)).parsed
  const lines = [
    `${file}: ${missing.length === 0 ? 'no text is missing' : `${missing.length} texts are missing: ${named(missing)}`}`,
    ...(unused.length > 0 ? [`no longer used, now comments at the end: ${named(unused)}`] : []),
    ...problems.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return problems.length > 0 ? 1 : 0
}

function translation(file: string, language: string, options: Parameters<typeof translationFile>[1]) {
  try {
    return translationFile(language, options)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

async function written(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function named(paths: readonly string[]): string {
  const rest = paths.length - MAX_NAMED
  return `${paths.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

interface Options {
  language: string
  original: BundledLanguage
}

function optionsOf(args: string[]): Options | string {
  const parsed = parsedArgs(args)
  const [language, ...others] = parsed?.positionals ?? []
  if (!parsed || language === undefined || others.length > 0) return ''
  if (!isLanguageTag(language)) return `"${language}" is no code of a language, such as fr or pt-BR\n`
  if (isBundledLanguage(language))
    return `The program has "${language}": ${messagesName(language)} replaces single texts of it\n`
  const original = LANGUAGES.find((one) => one === (parsed.values.original ?? 'en'))
  if (!original) return `--original must be one of ${LANGUAGES.join(', ')}\n`
  return { language, original }
}

function parsedArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { original: { type: 'string' } } })
  } catch {
    return undefined
  }
}

runCommand(run, USAGE)
