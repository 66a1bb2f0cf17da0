import type { Route } from '../edge/page-cache/route.ts'
import type { Caching } from '../system/cache-headers.ts'
import { cacheControl, NO_STORE } from '../system/cache-headers.ts'
import { ROUTES } from './routes.ts'

/** Writes the documents' table of endpoints (CACHE-13). */
export function endpointsTable(): string {
  const rows = ROUTES.declared.map((route) => [
    `${methodsOf(route)}\`${route.path}\``,
    route.isUnhandled ? `${route.summary}: a page, a file or 404` : route.summary,
    (route.parameters ?? []).map(({ name }) => `\`${name}\``).join(', '),
    route.queue === 'none' ? 'waits for no turn' : `\`${route.queue}\``,
    cachingOf(route),
  ])
  const lines = [
    ['path', 'what', 'parameters that count', 'queue', 'caching by outcome'],
    Array.from({ length: 5 }, () => '---'),
    ...rows,
  ]
  return `# Endpoints

Written by \`npm run endpoints\` from the declarations of routes (\`src/portal/routes.ts\`): change those. Of several rows that
match a path the first one counts. Ages are those of \`PAGE_MAX_AGE=60\` for browsers and for caches that nobody purges;
"purged" is what caches that get purges keep for longer (\`EDGE_MAX_AGE\`), and outcomes that no row names are \`no-store\`.

${lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`).join('')}`
}

function methodsOf({ methods = ['GET'] }: Route): string {
  return methods.some((method) => method !== 'GET') ? `${methods.join(', ')} ` : ''
}

function cachingOf({ caching }: Route): string {
  const outcomes = Object.entries(caching).map(
    ([name, one]) => `${name}: \`${controlOf(one)}\`${one.purged ? ', purged' : ''}`,
  )
  return outcomes.length === 0 ? `\`${NO_STORE}\`` : outcomes.join('<br>')
}

function controlOf({ policy, control }: Caching): string {
  return control ?? (policy ? cacheControl(policy) : NO_STORE)
}
