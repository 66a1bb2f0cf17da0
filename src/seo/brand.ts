import type { Group, Service } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'

export function siteNameOf(service: Service): string {
  const group = groupBeside(service)
  return group === undefined ? service.title : `${group} ${service.title}`
}

export function groupBeside(service: Service): string | undefined {
  const { group, title } = service
  return besides(service, [], () => (wordsOf([group.name]).test(title) ? undefined : group.name))
}

const besides = memoizeByIdentity<Service, string | undefined>()

/** A title of the name alone stays (HEAD-1). */
export function withSiteName(title: string, service: Service): string {
  const named = names(service, [], () => wordsOf([service.group.name, service.title]))
  return named.test(title) ? title : `${title} – ${siteNameOf(service)}`
}

/** Compiling takes longer than matching. */
const names = memoizeByIdentity<Service, RegExp>()

/** Titles for sharing omit names (HEAD-3). */
export function withoutSiteName(title: string, group: Group): string {
  const { ofGroup, ofSite } = endings(group, [], () => endingsOf(group))
  const bare = title.replace(ofGroup, '').replace(ofSite, '').trim()
  if (bare === title || bare === '') return title
  return withoutSiteName(bare, group)
}

const endings = memoizeByIdentity<Group, Endings>()

interface Endings {
  ofGroup: RegExp
  ofSite: RegExp
}

function endingsOf({ name, serviceTitles }: Group): Endings {
  const titles = serviceTitles.map(escaped).join('|')
  return {
    ofGroup: new RegExp(`${DASH}${escaped(name)}(?:\\s+(?:${titles}))?\\s*$`, 'iu'),
    // Most names are common words.
    ofSite: new RegExp(`${DASH}(?:${titles})\\s*$`, 'u'),
  }
}

function wordsOf(written: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+')
}

const DASH = '[-–—|•·»:]\\s+'
