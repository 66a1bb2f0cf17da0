import type { CrawlerKind, CrawlerPolicy } from '../../services/crawlers.ts'

interface Crawler {
  /** As robots.txt and the user agent have it. */
  name: string
  /** One that does two things is denied with either. */
  kinds: readonly CrawlerKind[]
}

const named = (names: string, ...kinds: CrawlerKind[]): Crawler[] => names.split(' ').map((name) => ({ name, kinds }))

/**
 * What the operators of crawlers said of them on 2026-11-28: developers.openai.com/docs/bots,
 * support.claude.com/articles/8896518, developers.google.com/search/docs/crawling-indexing/google-common-crawlers,
 * support.apple.com/119829, developers.facebook.com/docs/sharing/webmasters/web-crawlers, docs.perplexity.ai/guides/bots,
 * developer.amazon.com/amazonbot, docs.mistral.ai/robots, duckduckgo.com/duckassistbot, commoncrawl.org/ccbot,
 * blogs.bing.com, yandex.com/support/webmaster. Summaries that a model writes of search results count as `answers`.
 * Google-Extended and Applebot-Extended are names for robots.txt alone; the first is for grounding too.
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
