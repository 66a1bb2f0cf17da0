/** Everything else is a clone. */
const IS_PACKAGE = /\/node_modules\/szpalta\//.test(import.meta.url)

export type CommandName =
  | 'start'
  | 'dev'
  | 'demo'
  | 'build'
  | 'site:new'
  | 'doctor'
  | 'preview'
  | 'most-read'
  | 'messages'
  | 'newsroom:import'
  | 'newsroom:export'
  | 'newsletter:send'
  | 'newsletter:import'
  | 'newsletter:export'
  | 'newsletter:remove'

export interface CommandOptions {
  args?: string
  site?: string
  /** URL. */
  wordpress?: string
  /** Settings without an option. */
  settings?: Readonly<Record<string, string>>
}

/** @returns `npx szpalta doctor --site sites/gazeta`, or `SITE_DIR=sites/gazeta npm run doctor` in a clone (SITE-20) */
export function commandLine(
  name: CommandName,
  { args = '', site, wordpress, settings = {} }: CommandOptions = {},
  isPackage = IS_PACKAGE,
): string {
  const own = isPackage ? {} : { ...(site && { SITE_DIR: site }), ...(wordpress && inFrontOf(wordpress)) }
  const variables = Object.entries({ ...own, ...settings }).map(([key, value]) => `${key}=${quoted(value)}`)
  const options = isPackage ? [...option('--site', site), ...option('--wordpress', wordpress)] : []
  const words = [...options, ...(args === '' ? [] : [args])]
  const program = isPackage ? ['npx szpalta', name] : [name === 'start' ? 'npm start' : `npm run ${name}`]
  const dashes = isPackage || words.length === 0 ? [] : ['--']
  return [...variables, ...program, ...dashes, ...words].join(' ')
}

export function inFrontOf(wordpress: string): Record<'CONTENT' | 'CMS_URL', string> {
  return { CONTENT: 'wordpress', CMS_URL: wordpress }
}

function option(name: string, value: string | undefined): string[] {
  return value ? [name, quoted(value)] : []
}

function quoted(value: string): string {
  return /^[\w./:@%+=,\\-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}
