import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const DOCS = join(ROOT, 'docs')

/** Documents that lie outside `docs/`, by the name that they have in the site. */
export const FROM_ELSEWHERE: Readonly<Record<string, string>> = {
  installing: 'deploy/README.md',
  'wordpress-connector': 'deploy/wordpress/README.md',
  newsroom: 'newsroom/README.md',
  amp: 'amp/README.md',
  figures: 'bench/RESULTS.md',
  benchmark: 'bench/README.md',
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  security: 'SECURITY.md',
}
const HOME = 'README.md'
const IGNORED = /(?:^|\/)(?:node_modules|\.vitepress|\[[^/]*)(?:\/|$)/

/** Files below `docs/` that are pages. */
export function ownPages(): string[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.md') && !IGNORED.test(path))
    .sort()
}

/** Pages of the site by their file in the project: `deploy/README.md` is `/project/installing.md`. */
export function pagesByFile(): Map<string, string> {
  const own = ownPages().map((path): [string, string] => [`docs/${path}`, `/${path}`])
  const others = elsewhere().map(({ name, file }): [string, string] => [file, `/project/${name}.md`])
  return new Map([...own, ...others, [HOME, '/index.md']])
}

export function elsewhere(): Array<{ name: string; file: string }> {
  return Object.entries(FROM_ELSEWHERE)
    .map(([name, file]) => ({ name, file }))
    .filter(({ file }) => existsSync(join(ROOT, file)))
}

/** The first heading, without markup. */
export function titleOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]
  return heading?.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1') ?? posix.basename(file, '.md')
}

export interface Target {
  /** Path in the project. */
  file: string
  /** Id of a heading in it. */
  hash?: string
}

/** Where a relative link of a document leads. */
export function targetOf(document: string, href: string): Target {
  const [path = '', hash = ''] = href.split('#')
  const file = path === '' ? document : posix.normalize(posix.join(posix.dirname(document), decodeURI(path)))
  return { file: file.replace(/\/$/, ''), ...(hash !== '' && { hash: decodeURIComponent(hash) }) }
}

export const LEADS_OUT = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
