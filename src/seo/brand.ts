import { copy } from '../copy.ts'
import type { Service } from '../services/service.ts'
import { SERVICE_TITLES } from '../services/table.ts'

/** `Szpalta Tech`; a name that stands for itself keeps it. */
export function siteNameOf(service: Service): string {
  return `${copy.group} ${service.title}`
}

/** A page's title, followed by the site's name unless that or the group's stands in it already (HEAD-1). */
export function withSiteName(title: string, service: Service): string {
  const isNamed = [copy.group, service.title].some((name) => wordsOf(name).test(title))
  return isNamed ? title : `${title} – ${siteNameOf(service)}`
}

/** A title without the sites' names that follow it (HEAD-3). */
export function withoutSiteName(title: string): string {
  const bare = title.replace(GROUP_ENDING, '').replace(SITE_ENDING, '').trim()
  if (bare === title || bare === '') return title
  return withoutSiteName(bare)
}

/** The words of a name, whatever their case. */
function wordsOf(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu')
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
