import type { ServiceName } from '../../services/service.ts'

/**
 * What a reader may hear of (PUSH-2): breaking news, the newest of the day, the parts of a series, or the updates of a
 * live coverage until it ends.
 */
export type Topic =
  | { kind: 'breaking' | 'newest' }
  | { kind: 'series'; slug: string }
  /** @property path of the article, as it stands in its link */
  | { kind: 'live'; path: string }

export type TopicKind = Topic['kind']

const MAX_LENGTH = 300
const SERIES = /^series:([\p{L}\p{N}_-]{1,150})$/u
const LIVE = /^live:(\/[^\s\\?#\p{Cc}]{1,280})$/u

export function topicName(topic: Topic): string {
  switch (topic.kind) {
    case 'series':
      return `series:${topic.slug}`
    case 'live':
      return `live:${topic.path}`
    default:
      return topic.kind
  }
}

/** @returns undefined for a text that names no topic */
export function parseTopic(name: string): Topic | undefined {
  if (name.length > MAX_LENGTH) return undefined
  if (name === 'breaking' || name === 'newest') return { kind: name }
  const [, slug] = SERIES.exec(name) ?? []
  if (slug !== undefined) return { kind: 'series', slug }
  const [, path] = LIVE.exec(name) ?? []
  return path === undefined || path.startsWith('//') ? undefined : { kind: 'live', path }
}

/** As it is stored: each service has topics of its own. */
export function topicOf(service: ServiceName, topic: Topic): string {
  return `${service} ${topicName(topic)}`
}

/** @returns undefined for what no service of today has stored */
export function storedTopic(stored: string): { service: ServiceName; topic: Topic } | undefined {
  const blank = stored.indexOf(' ')
  const topic = parseTopic(stored.slice(blank + 1))
  return blank > 0 && topic ? { service: stored.slice(0, blank), topic } : undefined
}
