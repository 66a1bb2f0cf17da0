import { copy } from '../config/copy.ts'
import { memoizeByIdentity } from '../memoize/by-identity.ts'
import { SERVICE_TITLES } from '../services/registry.ts'
import type { Service } from '../services/service.ts'

/** `Szpalta Tech`; a name that is a brand of its own stays unchanged. */
export function siteNameOf(service: Service): string {
  return `${copy.group} ${service.title}`
}

/** A page's title, followed by the site's name unless it already contains that or the group's (HEAD-1). */
export function withSiteName(title: string, service: Service): string {
  const named = names(service, [], () => wordsOf([copy.group, service.title]))
  return named.test(title) ? title : `${title} – ${siteNameOf(service)}`
}

/** Compiling such a pattern takes longer than using it. */
const names = memoizeByIdentity<Service, RegExp>()

/** A title without trailing site names (HEAD-3). */
export function withoutSiteName(title: string): string {
  const bare = title.replace(GROUP_ENDING, '').replace(SITE_ENDING, '').trim()
  if (bare === title || bare === '') return title
  return withoutSiteName(bare)
}

/** Matches any of the names as whole words, in any case. */
function wordsOf(written: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+')
}

/** The separator between a title and a name. */
const DASH = '[-–—|•·»:]\\s+'
const TITLES = SERVICE_TITLES.map(escaped).join('|')

const GROUP_ENDING = new RegExp(`${DASH}${escaped(copy.group)}(?:\\s+(?:${TITLES}))?\\s*$`, 'iu')
/** Case-sensitive: most of these names are common words. */
const SITE_ENDING = new RegExp(`${DASH}(?:${TITLES})\\s*$`, 'u')
