import { onceWhile } from '../content/once-while.ts'
import { copy } from '../copy.ts'
import type { Service } from '../services/service.ts'
import { SERVICE_TITLES } from '../services/table.ts'

/** `Szpalta Tech`; a name that stands for itself keeps it. */
export function siteNameOf(service: Service): string {
  return `${copy.group} ${service.title}`
}

/** A page's title, followed by the site's name unless that or the group's stands in it already (HEAD-1). */
export function withSiteName(title: string, service: Service): string {
  const named = names(service, [], () => wordsOf([copy.group, service.title]))
  return named.test(title) ? title : `${title} – ${siteNameOf(service)}`
}

/** Such a pattern takes longer to make than to use. */
const names = onceWhile<Service, RegExp>()

/** A title without the sites' names that follow it (HEAD-3). */
export function withoutSiteName(title: string): string {
  const bare = title.replace(GROUP_ENDING, '').replace(SITE_ENDING, '').trim()
  if (bare === title || bare === '') return title
  return withoutSiteName(bare)
}

/** Any of the names as words of their own, whatever their case. */
function wordsOf(written: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+')
}

/** What parts a title from a name. */
const DASH = '[-–—|•·»:]\\s+'
const TITLES = SERVICE_TITLES.map(escaped).join('|')

const GROUP_ENDING = new RegExp(`${DASH}${escaped(copy.group)}(?:\\s+(?:${TITLES}))?\\s*$`, 'iu')
/** Only as it is written: most of these names are common words. */
const SITE_ENDING = new RegExp(`${DASH}(?:${TITLES})\\s*$`, 'u')
