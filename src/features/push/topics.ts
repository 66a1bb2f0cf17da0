import type { ServiceName } from '../../services/service.ts'

/** What a reader may hear of (PUSH-2). */
export type Topic =
  | { kind: 'breaking' | 'newest' }
  | { kind: 'series'; slug: string }
  /** @property path as it stands in the article's link */
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

export function parseTopic(name: string): Topic | undefined {
  if (name.length > MAX_LENGTH) return undefined
  if (name === 'breaking' || name === 'newest') return { kind: name }
  const [, slug] = SERIES.exec(name) ?? []
  if (slug !== undefined) return { kind: 'series', slug }
  const [, path] = LIVE.exec(name) ?? []
  return path === undefined || path.startsWith('//') ? undefined : { kind: 'live', path }
}

/** Each service has topics of its own. */
export function topicOf(service: ServiceName, topic: Topic): string {
  return `${service} ${topicName(topic)}`
}

export function storedTopic(stored: string): { service: ServiceName; topic: Topic } | undefined {
  const blank = stored.indexOf(' ')
  const topic = parseTopic(stored.slice(blank + 1))
  return blank > 0 && topic ? { service: stored.slice(0, blank), topic } : undefined
}
