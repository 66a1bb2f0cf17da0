import { shortHash } from '../system/short-hash.ts'
import type { Archive } from './archive.ts'
import { cardsIn } from './archive.ts'

export interface BreakingLine {
  /** By text and link: a dismissed line stays so if its end moves. */
  id: string
  text: string
  /** A path of the service, or absolute. */
  href: string
  /** Milliseconds since 1970. */
  until: number
}

/** What stands above the pages of a service. */
export interface BreakingState {
  line: BreakingLine | undefined
  /** When it may be another one. Milliseconds since 1970; undefined: nothing is planned. */
  until: number | undefined
}

const HOUR = 3_600_000

export function breakingLine({ text, href, until }: Omit<BreakingLine, 'id'>): BreakingLine {
  return { id: shortHash(JSON.stringify([text, href]), 12), text, href, until }
}

export function currentLine<Line extends Pick<BreakingLine, 'until'> & { from?: number }>(
  lines: readonly Line[],
  now: number,
): Line | undefined {
  return lines.find(({ from = now, until }) => from <= now && until > now)
}

/** When another line may be the current one. Milliseconds since 1970. */
export function nextChange(
  lines: ReadonlyArray<Pick<BreakingLine, 'until'> & { from?: number }>,
  now: number,
): number | undefined {
  const times = lines.flatMap(({ from = now, until }) => [from, until])
  return times.filter((at) => at > now).sort((one, other) => one - other)[0]
}

/**
 * Ends some hours after the article's publication (BREAK-3).
 * @param now milliseconds since 1970
 * @param origin of the articles' service, where another one shows the line
 */
export function newestAsLine(archive: Archive, hours: number, now: number, origin = ''): BreakingLine | undefined {
  const lines = cardsIn(archive).flatMap(({ title, link: { href }, published, isPromo }) => {
    if (isPromo || published === undefined || published.time.epoch > now) return []
    return [
      { text: title, href: href.startsWith('/') ? origin + href : href, until: published.time.epoch + hours * HOUR },
    ]
  })
  const newest = lines.toSorted((one, other) => other.until - one.until)[0]
  return newest && newest.until > now ? breakingLine(newest) : undefined
}
