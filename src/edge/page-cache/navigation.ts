import type { IncomingMessage } from 'node:http'
import { memoizeBounded } from '../../system/memoize.ts'

const MAX_KNOWN_AGENTS = 1024
const RECENT_BROWSERS = 8
/** Characters. */
const MAX_AGENT_LENGTH = 512
const BROWSER = /^(?:Mozilla|Opera)\/\d/
/** Programs name themselves by these words, and by their operators' URL. Cubot makes phones. */
const ROBOT_WORDS = [
  '(?<!cu)bot(?![a-z])',
  'crawl|spider|slurp|scrap|archiv|index|scan|feed|fetch|preview|prerender',
  'monitor|uptime|check|validat|pingdom|datadog|newrelic',
  'headless|phantom|selenium|playwright|puppeteer|cypress|lighthouse|pagespeed|ptst|gtmetrix',
  'python|java/|curl|wget|http-?client',
  'facebookexternal|mediapartners|google-|googleother|yandex(?!search|browser)',
  'https?://',
]
const ROBOT = new RegExp(ROBOT_WORDS.join('|'), 'i')

const isRobot = memoizeBounded((agent: string): boolean => !BROWSER.test(agent) || ROBOT.test(agent), MAX_KNOWN_AGENTS)

/**
 * A browser asks for a document to show it now (READ-1). Without `Sec-Fetch-*`, as in clear text and old browsers,
 * `Accept` decides.
 */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  const mode = headers['sec-fetch-mode']
  if (mode === undefined) {
    if (headers.accept?.includes('text/html') !== true) return false
  } else if (mode !== 'navigate' || headers['sec-fetch-dest'] !== 'document') return false
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined) return false
  if (headers['x-purpose'] !== undefined || headers['x-moz'] !== undefined) return false
  return isBrowser(headers['user-agent'])
}

/** When a reader opens it, no further request may follow. */
export function isPrefetch({ headers }: IncomingMessage): boolean {
  return String(headers['sec-purpose'] ?? '').startsWith('prefetch')
}

export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && isBrowser(headers['user-agent'])
}

/** Comparing a few texts costs less than hashing one. */
const recent: string[] = []
let oldest = 0

function isBrowser(agent: string | undefined): boolean {
  if (agent === undefined) return false
  for (const known of recent) if (known === agent) return true
  if (agent.length > MAX_AGENT_LENGTH || isRobot(agent)) return false
  recent[oldest] = agent
  oldest = (oldest + 1) % RECENT_BROWSERS
  return true
}
