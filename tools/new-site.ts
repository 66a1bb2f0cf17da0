import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withoutTrailingSlashes } from '../src/content/trailing-slashes.ts'
import { type BundledLanguage, LANGUAGES } from '../src/languages/language.ts'
import { createSiteFolder, nameProblem } from '../src/site/new-site/new-site.ts'
import { firstMenu } from '../src/sources/wordpress/menu.ts'
import { commandLine } from '../src/system/command-line.ts'
import type { RawVariables } from '../src/system/settings/define-settings.ts'
import { environment } from '../src/system/settings/environment.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('site:new', { args: '<name> [--wordpress <URL>]' })} [--language ${LANGUAGES.join('|')}] [--title <title>] [--folder <folder>]
`

/**
 * The site starts at once (SITE-10).
 */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}${USAGE}`)
    return 2
  }
  const { name, wordpress } = options
  const folder = options.folder ?? `sites/${name}`
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const files = await createSiteFolder({
    ...options,
    folder: resolve(folder),
    schemas: join(root, 'schemas'),
    readMenu: (url, paths) => firstMenu(url, credentialsFor(url, environment()), { paths }),
  })
  const next = (['start', 'doctor'] as const).map(
    (command) => `  ${commandLine(command, { site: folder, wordpress })}\n`,
  )
  process.stdout.write(
    `${folder} has ${files.length} files; ${join(folder, 'group.yaml')} comes first. Next:\n${next.join('')}`,
  )
  return 0
}

interface Options {
  name: string
  wordpress?: string
  language?: BundledLanguage
  title?: string
  folder?: string
}

function optionsOf(args: string[]): Options | string {
  const parsed = parsedArgs(args)
  const [name, ...others] = parsed?.positionals ?? []
  if (!parsed || name === undefined || others.length > 0) return ''
  const { wordpress, language: written, title, folder } = parsed.values
  const problem = nameProblem(name)
  if (problem !== undefined) return `the name "${name}" ${problem}\n`
  const language = LANGUAGES.find((one) => one === written)
  if (written !== undefined && !language) return `--language must be one of ${LANGUAGES.join(', ')}\n`
  if (title?.trim() === '' || folder === '') return '--title and --folder must not be empty\n'
  if (wordpress === undefined) return { name, language, title, folder }
  const url = URL.parse(wordpress)
  const isUsable = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  if (!isUsable) return '--wordpress must be the URL of a WordPress, such as https://gazeta.example\n'
  return { name, language, title, folder, wordpress: withoutTrailingSlashes(url.href) }
}

function parsedArgs(args: string[]) {
  try {
    const text = { type: 'string' } as const
    const options = { wordpress: text, language: text, title: text, folder: text }
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    return undefined
  }
}

/** Absent for another origin than that of the settings. */
function credentialsFor(
  url: string,
  { CMS_URL, CMS_USER: user, CMS_KEY: key }: RawVariables,
): { user: string; key: string } | undefined {
  const isOther = CMS_URL && URL.parse(CMS_URL)?.origin !== URL.parse(url)?.origin
  return user && key && !isOther ? { user, key } : undefined
}

runCommand(run, USAGE)
