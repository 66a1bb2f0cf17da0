import type { CrawlerKind, CrawlerPolicy } from '../../services/crawlers.ts'

interface Crawler {
  /** As robots.txt and the user agent have it. */
  name: string
  /** One that does two things is denied with either. */
  kinds: readonly CrawlerKind[]
}

const named = (names: string, ...kinds: CrawlerKind[]): Crawler[] => names.split(' ').map((name) => ({ name, kinds }))

/**
 * What their operators said on 2026-11-28 (docs/decisions/152 has the sources). Summaries that a model writes of search
 * results count as `answers`. Google-Extended and Applebot-Extended are names for robots.txt alone.
 */
export const CRAWLERS: readonly Crawler[] = [
  ...named('Googlebot bingbot DuckDuckBot Applebot YandexBot Baiduspider SeznamBot Qwantbot Bravebot', 'search'),
  ...named('GPTBot ClaudeBot CCBot Applebot-Extended meta-externalagent Bytespider', 'training'),
  ...named('cohere-training-data-crawler AI2Bot Diffbot PanguBot Timpibot Webzio-Extended omgili', 'training'),
  ...named('Google-Extended Amazonbot', 'training', 'answers'),
  ...named('OAI-SearchBot ChatGPT-User Claude-SearchBot Claude-User PerplexityBot Perplexity-User', 'answers'),
  ...named('Amzn-SearchBot Amzn-User MistralAI-User DuckAssistBot meta-webindexer meta-externalfetcher', 'answers'),
  ...named('Google-CloudVertexBot GoogleAgent-Mariner cohere-ai', 'answers'),
]

export function deniedCrawlers(policy: CrawlerPolicy): string[] {
  return CRAWLERS.filter(({ kinds }) => kinds.some((kind) => policy[kind] === 'deny')).map(({ name }) => name)
}
