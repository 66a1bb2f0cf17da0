import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandLine } from '../../src/system/command-line.ts'

export const DEMO_LANGUAGES = ['en', 'pl'] as const
const OWN_SITE = 'sites/courier'
const POLISH_SITE = 'sites/szpalta'
const POLISH_PACKAGE = 'szpalta-demo'

export function demoOf(
  root: string,
  folder: string,
  language: string = DEMO_LANGUAGES[0],
): { variables: Record<string, string> } | { problem: string } {
  // What readers of a demo leave belongs to no project.
  const state = join(tmpdir(), 'szpalta-demo', language)
  const variables = {
    CONTENT: 'embedded',
    SUBSCRIBERS_FILE: join(state, 'subscribers.sqlite'),
    PUSH_FILE: join(state, 'push.sqlite'),
    PAGE_CACHE_FILE: 'off',
    MEDIA_CACHE_DIR: 'off',
  }
  if (language === 'en') return { variables: { ...variables, SITE_DIR: join(root, OWN_SITE) } }
  if (language !== 'pl') return { problem: `--language must be one of ${DEMO_LANGUAGES.join(', ')}` }
  const polish = join(root, POLISH_SITE)
  if (existsSync(polish)) return { variables: { ...variables, SITE_DIR: POLISH_SITE } }
  const demo = installed(folder) ?? installed(root)
  if (demo === undefined) {
    const again = commandLine('demo', { args: '--language pl' })
    return { problem: `The Polish demo is a package of its own: npm install ${POLISH_PACKAGE}\nThen: ${again}` }
  }
  return { variables: { ...variables, SITE_DIR: join(demo, 'site'), NEWSROOM_DIR: demo } }
}

function installed(folder: string): string | undefined {
  try {
    return dirname(createRequire(join(folder, 'package.json')).resolve(`${POLISH_PACKAGE}/package.json`))
  } catch {
    return undefined
  }
}
