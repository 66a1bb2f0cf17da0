/** `answers`: what machines read to answer a person. */
export const CRAWLER_KINDS = ['search', 'training', 'answers'] as const
export type CrawlerKind = (typeof CRAWLER_KINDS)[number]

/** A kind is absent where the site says nothing of it (MACH-1). */
export interface CrawlerPolicy extends Partial<Record<CrawlerKind, CrawlerRule>> {
  /** Refuses what is denied. */
  enforce: boolean
  /** Articles are there as Markdown, and `/llms.txt` is. */
  markdown: boolean
}

/** `allow`, `deny`, or the URL or path of a licence (RSL 1.0). */
export type CrawlerRule = string

export function licenceIn(rule: CrawlerRule | undefined): string | undefined {
  return rule === undefined || rule === 'allow' || rule === 'deny' ? undefined : rule
}

export function licencesOf(policy: CrawlerPolicy | undefined): string[] {
  return [...new Set(CRAWLER_KINDS.flatMap((kind) => licenceIn(policy?.[kind]) ?? []))]
}
