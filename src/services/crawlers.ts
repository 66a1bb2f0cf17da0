/** `answers`: what machines read to answer a person at once, and the indexes that they answer from. */
export const CRAWLER_KINDS = ['search', 'training', 'answers'] as const
export type CrawlerKind = (typeof CRAWLER_KINDS)[number]

/** What a service lets machines do (MACH-1). A kind is absent where the site says nothing of it. */
export interface CrawlerPolicy extends Partial<Record<CrawlerKind, CrawlerRule>> {
  /** Requests of denied crawlers are refused, not only asked to stay away. */
  enforce: boolean
  /** Articles are there as Markdown, and `/llms.txt` is. */
  markdown: boolean
}

/** `allow`, `deny`, or the URL or path of a licence (RSL 1.0). */
export type CrawlerRule = string

export function licenceIn(rule: CrawlerRule | undefined): string | undefined {
  return rule === undefined || rule === 'allow' || rule === 'deny' ? undefined : rule
}

/** Each once, in the order of the kinds. */
export function licencesOf(policy: CrawlerPolicy | undefined): string[] {
  return [...new Set(CRAWLER_KINDS.flatMap((kind) => licenceIn(policy?.[kind]) ?? []))]
}
