import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { inFrontOf } from '../../src/system/command-line.ts'
import type { RawVariables } from '../../src/system/settings/define-settings.ts'

const projectFile = z.object({
  szpalta: z.object({ site: z.string().optional(), wordpress: z.string().optional() }).optional(),
})

export interface Choice {
  site?: string | undefined
  wordpress?: string | undefined
}

const STATE = {
  SUBSCRIBERS_FILE: 'data/subscribers.sqlite',
  PUSH_FILE: 'data/push.sqlite',
  PAGE_CACHE_FILE: 'data/pages.bin',
  MEDIA_CACHE_DIR: 'data/media',
}
const PATHS = ['SITE_DIR', 'NEWSROOM_DIR', 'NEWSROOM_GIT_DIR', 'REDIRECTS_FILE', 'BACKUP_FILE', 'REDIS_CA_FILE']
const OFF = 'off'

export function pathsIn(folder: string, variables: RawVariables): Record<string, string> {
  const git = variables.NEWSROOM_GIT ? { NEWSROOM_GIT_DIR: 'data/newsroom' } : {}
  const state = Object.entries({ ...STATE, ...git }).map(([name, path]) => [name, variables[name] || path] as const)
  const named = PATHS.flatMap((name) => (variables[name] ? [[name, variables[name]] as const] : []))
  const paths = [...state, ...named].filter(([, path]) => path !== OFF)
  return Object.fromEntries(paths.map(([name, path]) => [name, resolve(folder, path)]))
}

/**
 * An option counts more than the environment, and that more than the project's file.
 * @throws for a `package.json` that cannot be read
 */
export function siteOf(
  folder: string,
  options: Choice,
  variables: RawVariables,
): { variables: Record<string, string> } | { problem: 'none' | readonly string[] } {
  const project = ownProject(folder)
  const isWordPress = variables.CONTENT === 'wordpress' && Boolean(variables.CMS_URL)
  const wordpress = options.wordpress ?? (variables.CONTENT ? undefined : project.wordpress)
  const front = wordpress === undefined ? {} : inFrontOf(wordpress)
  const named = options.site ?? (variables.SITE_DIR || project.site)
  if (named) return { variables: { ...front, SITE_DIR: named } }
  const folders = siteFolders(folder)
  const [only, ...others] = folders
  // A WordPress is a site of its own.
  if (others.length > 0 && wordpress === undefined && !isWordPress) return { problem: folders }
  if (only !== undefined && others.length === 0) return { variables: { ...front, SITE_DIR: only } }
  return wordpress !== undefined || isWordPress ? { variables: front } : { problem: 'none' }
}

function ownProject(folder: string): Choice {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return {}
  const parsed = projectFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path}: "szpalta" must have "site" and "wordpress", as texts`)
  return parsed.data.szpalta ?? {}
}

function siteFolders(folder: string): string[] {
  const written = existsSync(join(folder, 'sites')) ? readdirSync(join(folder, 'sites')) : []
  return ['site', ...written.sort().map((name) => `sites/${name}`)].filter((path) =>
    existsSync(join(folder, path, 'group.yaml')),
  )
}
