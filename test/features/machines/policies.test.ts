import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { robotsText } from '../../../src/features/machines/robots.ts'
import type { Service } from '../../../src/services/service.ts'
import { services } from '../../content/world.ts'
import { MACHINE_ARTICLE, type MachineSite, startMachineSite } from '../../support/machine-site.ts'
import { until } from '../../support/until.ts'

/** What crawlers send, from the documentation of their operators, and the kinds that they are. */
const AGENTS: ReadonlyArray<[name: string, agent: string, kinds: readonly Kind[]]> = [
  [
    'Googlebot',
    'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ['search'],
  ],
  [
    'bingbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/130.0.0.0 Safari/537.36',
    ['search'],
  ],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', ['search']],
  [
    'Applebot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    ['search'],
  ],
  ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', ['search']],
  [
    'SeznamBot',
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
    ['search'],
  ],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot',
    ['training'],
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    ['training'],
  ],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)', ['training']],
  [
    'meta-externalagent',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    ['training'],
  ],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    ['training'],
  ],
  [
    'Amazonbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
    ['training', 'answers'],
  ],
  [
    'OAI-SearchBot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
    ['answers'],
  ],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    ['answers'],
  ],
  [
    'Claude-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)',
    ['answers'],
  ],
  [
    'Claude-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
    ['answers'],
  ],
  [
    'PerplexityBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    ['answers'],
  ],
  [
    'MistralAI-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
    ['answers'],
  ],
  ['', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', []],
  ['', 'FreshRSS/1.24 (Linux; https://freshrss.org)', []],
]
const LICENCE = 'https://licence.example/rsl.xml'
const POLICIES = {
  closed: { search: 'allow', training: 'deny', answers: 'deny', enforce: true },
  licensed: { search: 'allow', training: LICENCE, answers: '/rsl.xml', enforce: true },
  hidden: { search: 'deny', training: 'allow', answers: 'deny' },
} as const
type Kind = 'search' | 'training' | 'answers'
type Policy = keyof typeof POLICIES

let site: MachineSite
beforeAll(async () => {
  const written = Object.entries(POLICIES).map(([name, policy]) => [name, JSON.stringify(policy)])
  site = await startMachineSite(
    { ...Object.fromEntries(written), silent: '' },
    { METRICS_TOKEN: 'a-token-of-twenty-letters', ACCESS_LOG: 'all', LOG_LEVEL: 'info' },
  )
})
afterAll(() => site.close())

interface Group {
  agents: string[]
  lines: Array<[field: string, value: string]>
}

/** (RFC 9309, 2.2): a group is its user agents and what follows them. */
function groupsOf(robots: string): Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const line of robots.split('\n')) {
    const [field = '', ...rest] = line.replace(/#.*/, '').split(':')
    const value = rest.join(':').trim()
    if (/^user-agent$/i.test(field)) {
      if (!isOpen) groups.push({ agents: [], lines: [] })
      groups.at(-1)?.agents.push(value.toLowerCase())
      isOpen = true
    } else if (/^(?:allow|disallow|content-signal|license)$/i.test(field)) {
      groups.at(-1)?.lines.push([field.toLowerCase(), value])
      // As in Google's parser: no other line ends a list of user agents.
      if (/allow$/i.test(field)) isOpen = false
    }
  }
  return groups
}

/** Of all groups with the crawler's name, else of those for all others (RFC 9309, 2.2.1). */
function linesFor(robots: string, name: string): Group['lines'] {
  const groups = groupsOf(robots)
  const own = groups.filter(({ agents }) => agents.includes(name.toLowerCase()))
  return (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap(({ lines }) => lines)
}

function mayFetch(robots: string, name: string, path: string): boolean {
  const rules = linesFor(robots, name)
    .filter(([field, value]) => /^(?:dis)?allow$/.test(field) && value !== '' && path.startsWith(value))
    .sort((a, b) => b[1].length - a[1].length)
  return rules[0]?.[0] !== 'disallow'
}

describe.each(Object.keys(POLICIES) as Policy[])('%s', (service) => {
  const policy: Partial<Record<Kind, string>> & { enforce?: boolean } = POLICIES[service]

  test.each(AGENTS)(
    '%s (%s) may what the policy says, and gets no more where it is enforced (MACH-1, MACH-5)',
    async (name, agent, kinds) => {
      const robots = (await site.ask(service, '/robots.txt', { 'user-agent': agent })).text
      const isDenied = kinds.some((kind) => policy[kind] === 'deny')
      expect(mayFetch(robots, name === '' ? 'other' : name, MACHINE_ARTICLE)).toBe(!isDenied)
      expect(mayFetch(robots, name === '' ? 'other' : name, '/api/consent')).toBe(false)
      const { status, headers, text } = await site.ask(service, MACHINE_ARTICLE, { 'user-agent': agent })
      expect([status, text.includes('Kierowcy')]).toEqual(isDenied && policy.enforce ? [403, false] : [200, true])
      if (status === 403) expect(headers['cache-control']).toContain('no-store')
    },
  )
})

test('signals say yes and no, and nothing of a licence, which is named to all and to those it is for (MACH-2, MACH-4)', async () => {
  const robots = async (service: string) => (await site.ask(service, '/robots.txt')).text
  const signalsFor = async (service: string, name: string) =>
    linesFor(await robots(service), name).flatMap(([field, value]) =>
      /^(?:content-signal|license)$/.test(field) ? [value] : [],
    )
  expect(await signalsFor('closed', 'other')).toEqual(['search=yes, ai-train=no, ai-input=no'])
  expect(await signalsFor('hidden', 'GPTBot')).toEqual(['search=no, ai-train=yes, ai-input=no'])
  const licences = ['search=yes', LICENCE, 'https://licensed.example/rsl.xml']
  for (const name of ['other', 'GPTBot', 'Claude-User']) expect(await signalsFor('licensed', name)).toEqual(licences)
  const { text } = await site.ask('licensed', MACHINE_ARTICLE)
  expect(text).toContain(`<link rel="license" type="application/rsl+xml" href="${LICENCE}"/>`)
})

test('a service that says nothing has the robots.txt it always had, and no word of machines (MACH-1)', async () => {
  expect((await site.ask('silent', '/robots.txt')).text).toBe(`User-agent: *
Allow: /api/feed/
Allow: /api/oembed
Disallow: /api/
Disallow: /newsletter/
Disallow: /fragment/

Sitemap: https://silent.example/sitemap.xml
Sitemap: https://silent.example/news-sitemap.xml
`)
  const page = await site.ask('silent', MACHINE_ARTICLE)
  expect(page.text).not.toMatch(/rsl\+xml|text\/markdown/)
  for (const path of ['/llms.txt', `${MACHINE_ARTICLE}.md`]) expect((await site.ask('silent', path)).status).toBe(404)
})

test('the operator’s own robots.txt keeps its groups, and gains the policy and the maps that it lacks (MACH-3)', async () => {
  const file = join(site.folder, 'public/robots.txt')
  await writeFile(
    file,
    '\uFEFF# Nasze\nUser-agent: Zly\nDisallow: /\n\nSitemap: https://closed.example/sitemap.xml\nUser-agent: Dobry\n',
  )
  const own = await until(
    async () => (await site.ask('closed', '/robots.txt')).text,
    (text) => text.includes('# Nasze'),
    20_000,
  )
  expect([mayFetch(own, 'Zly', '/'), mayFetch(own, 'Dobry', '/'), mayFetch(own, 'GPTBot', '/')]).toEqual([
    false,
    true,
    false,
  ])
  expect(own.match(/^Sitemap: .*$/gm)).toEqual([
    'Sitemap: https://closed.example/sitemap.xml',
    'Sitemap: https://closed.example/news-sitemap.xml',
  ])
  await rm(file)
})

test.each([
  ['closed', 'Nieznany', '/', true],
  ['closed', 'Nieznany', '/tajne/', false],
  ['closed', 'GPTBot', '/', false],
  ['closed', 'Ostatni', '/', true],
  ['licensed', 'Claude-User', '/', true],
  ['licensed', 'Claude-User', '/tajne/', false],
  ['licensed', 'CCBot', '/tajne/', true],
  ['licensed', 'CCBot', '/kopie/', false],
] as const)('next to rules of the operator, at %s %s may fetch %s: %s (MACH-3)', (name, agent, path, isAllowed) => {
  const theirs = [
    'USER-AGENT: * # wszyscy',
    'Disallow: /tajne/',
    'Sitemap: https://closed.example/mapa.xml',
    'user-agent: ccbot',
    'Disallow: /kopie/',
    'User-agent: Ostatni',
    'Crawl-delay: 10',
  ]
  const service: Service = { ...services.akademia, crawlers: { ...POLICIES[name], markdown: false } }
  for (const ends of ['\n', '\r\n', '\r']) {
    const robots = robotsText(service, ['/sitemap.xml'], theirs.join(ends))
    expect(mayFetch(robots.replaceAll(/\r\n?/g, '\n'), agent, path)).toBe(isAllowed)
  }
})

test('refusals are counted by the name in the table, and no user agent is in the log (MACH-5)', async () => {
  await site.ask('closed', '/', { 'user-agent': 'GPTBot/9.9 (czytelnik@example.com)' })
  const { text } = await site.portal.ask('/metrics', { headers: { authorization: 'Bearer a-token-of-twenty-letters' } })
  const refused = text.match(/^szpalta_crawlers_refused_total\{.*$/gm) ?? []
  // One for the article of the tests above, and one for the front page.
  expect(refused.find((line) => line.includes('crawler="GPTBot"'))).toBe(
    'szpalta_crawlers_refused_total{service="closed",crawler="GPTBot"} 2',
  )
  expect(refused.filter((line) => line.includes('service="hidden"'))).toEqual([])
  expect(site.portal.output).not.toMatch(/GPTBot|czytelnik@example|Mozilla/)
})
