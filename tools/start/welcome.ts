import { servicesWithUrl } from '../../src/services/registry.ts'
import type { Site } from '../../src/site/site.ts'
import { localOrigin } from './local-origins.ts'

export interface Started {
  /** Absent: a WordPress is the site. */
  site?: Site
  defaultService?: string
  port: number
  /** As the operator set it. */
  host: string
  /** Where the articles come from, in words. */
  content: string
  command: string
  /** Of what is written there. */
  isDevelopment?: boolean
}

const EVERYWHERE = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'])

/** What runs, where to click, and how to end it. */
export function welcome(started: Started): string {
  const { site, defaultService, port, host, content, command, isDevelopment = false } = started
  const isLocal = EVERYWHERE.has(host)
  const front = isLocal ? `http://localhost:${port}` : `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const first = defaultService ?? site?.defaultService
  const title = first === undefined ? undefined : site?.services[first]?.title
  const further = site && first !== undefined && isLocal ? servicesWithUrl(site.services) : []
  const rows: Array<[string, string]> = [
    [title ?? 'Front page', front],
    ...(site?.group.tour === undefined ? [] : [['Tour', front + site.group.tour] as [string, string]]),
    ...further
      .filter(({ name }) => name !== first)
      .map(({ name, title: named }): [string, string] => [named, localOrigin(name, first ?? name, port)]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return `
${site ? `${site.group.name} is running, with ${content}. Open in a browser:` : `The portal is running, with ${content}. Open in a browser:`}

${rows.map(([name, url]) => `  ${name.padEnd(width)}   ${url}`).join('\n')}

${isDevelopment ? 'What you save shows in open pages at once, drafts too.\n' : ''}Ctrl-C ends it. Another port: ${command} --port 8080.${isDevelopment ? '' : ` The log: ${command} --json`}
`
}
