import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { serviceKey } from '../../content/surrogate-keys.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { originOf } from '../../seo/head.ts'
import { CRAWLER_KINDS, type CrawlerKind, type CrawlerPolicy, licenceIn, licencesOf } from '../../services/crawlers.ts'
import type { Service } from '../../services/service.ts'
import { CRAWLERS, deniedCrawlers } from './crawlers.ts'
import { machinesRoutes } from './route-declarations.ts'

/** Crawlers read no more of one (RFC 9309, 2.5). Bytes. */
const MAX_SIZE = 500 * 1024

/** Search pages carry `noindex` themselves (MAP-5). */
const RULES = [
  'Allow: /api/feed/',
  'Allow: /api/oembed',
  'Disallow: /api/',
  'Disallow: /newsletter/',
  'Disallow: /fragment/',
]

/** (contentsignals.org, 2025-09-24) */
const SIGNALS: Readonly<Record<CrawlerKind, string>> = { search: 'search', answers: 'ai-input', training: 'ai-train' }

export function robotsFile(folders: readonly string[], maps: readonly string[]): RequestHandler {
  return async (request, response) => {
    const { service } = contextOf(request)
    const theirs = await fileOf(folders)
    cacheAs(response, machinesRoutes.robots.caching.robots, [serviceKey(service.name)])
    response.type('text').send(robotsText(service, maps, theirs))
  }
}

async function fileOf(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, 'robots.txt')
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && file.size <= MAX_SIZE) return readFile(path, 'utf8').catch(() => undefined)
  }
  return undefined
}

/** @param theirs the operator's file, whose groups stay as they are (MACH-3) */
export function robotsText(service: Service, maps: readonly string[], theirs?: string): string {
  const { crawlers: policy } = service
  const groups = groupsIn(theirs ?? '')
  const signals = signalled(policy, service)
  const general = theirs === undefined ? [...signals, ...RULES] : signals
  const written = linesOf(theirs ?? '').map((line) => line.trim())
  const sitemaps = maps.map((path) => `Sitemap: ${originOf(service)}${path}`).filter((line) => !written.includes(line))
  const parts = [
    ...(theirs === undefined ? [] : [closed(theirs.replace(/^\uFEFF/, '').trimEnd())]),
    ...(general.length > 0 ? [group(['*'], general)] : []),
    ...(policy ? groupsOf(policy, signals, theirs === undefined ? new Map([['*', RULES]]) : groups) : []),
    sitemaps.join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/**
 * Crawlers with a group of their own read no other (RFC 9309, 2.2.1).
 * @param rules by name in lower case, without the policy
 */
function groupsOf(policy: CrawlerPolicy, signals: readonly string[], rules: Rules): string[] {
  const denied = deniedCrawlers(policy)
  const licensed = CRAWLERS.filter(
    ({ name, kinds }) => !denied.includes(name) && kinds.some((kind) => licenceIn(policy[kind]) !== undefined),
  ).map(({ name }) => name)
  const isNamed = (name: string): boolean => rules.has(name.toLowerCase())
  const [named, others] = [licensed.filter(isNamed), licensed.filter((name) => !isNamed(name))]
  return [
    ...(denied.length > 0 ? [group(denied, ['Disallow: /'])] : []),
    ...(named.length > 0 ? [group(named, signals)] : []),
    ...(others.length > 0 ? [group(others, [...signals, ...(rules.get('*') ?? [])])] : []),
  ]
}

function signalled(policy: CrawlerPolicy | undefined, service: Service): string[] {
  if (!policy) return []
  const signals = CRAWLER_KINDS.flatMap((kind) => {
    const rule = policy[kind]
    return rule === 'allow' || rule === 'deny' ? [`${SIGNALS[kind]}=${rule === 'allow' ? 'yes' : 'no'}`] : []
  })
  return [
    ...(signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : []),
    ...licencesOf(policy).map((licence) => `License: ${new URL(licence, originOf(service)).href}`),
  ]
}

/** Google's parser ends a group at a rule only: without one the next group's rules would hold for it, too. */
function group(names: readonly string[], lines: readonly string[]): string {
  const closing = lines.some((line) => RULE.test(line)) ? [] : [NO_RULE]
  return [...names.map((name) => `User-agent: ${name}`), ...lines, ...closing].join('\n')
}

const RULE = /^\s*(?:dis)?allow\s*:/i
const AGENT = /^\s*user-agent\s*:/i
const MEMBER = /^\s*(?:(?:dis)?allow|crawl-delay)\s*:/i
const NO_RULE = 'Disallow:'

/** A last group without a rule would go on with what follows. */
function closed(theirs: string): string {
  const last = linesOf(theirs).findLast((line) => RULE.test(line) || AGENT.test(line))
  return last !== undefined && AGENT.test(last) ? `${theirs}\n${NO_RULE}` : theirs
}

type Rules = ReadonlyMap<string, readonly string[]>

/** Keys are user agents in lower case. */
function groupsIn(theirs: string): Rules {
  const rules = new Map<string, string[]>()
  let agents: string[] = []
  let hasRule = false
  for (const line of linesOf(theirs)) {
    if (AGENT.test(line)) {
      if (hasRule) agents = []
      hasRule = false
      const agent = line
        .slice(line.indexOf(':') + 1)
        .replace(/#.*/, '')
        .trim()
        .toLowerCase()
      agents.push(agent)
      if (!rules.has(agent)) rules.set(agent, [])
    } else if (MEMBER.test(line)) {
      hasRule = true
      for (const agent of agents) rules.get(agent)?.push(line.trim())
    }
  }
  return rules
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)
}
