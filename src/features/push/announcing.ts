import { randomBytes } from 'node:crypto'
import { cardsIn } from '../../content/archive.ts'
import type { BreakingLine } from '../../content/breaking.ts'
import type { Card } from '../../content/card.ts'
import { localTime } from '../../content/dates.ts'
import { beginningOfText } from '../../content/graphemes.ts'
import { type Live, liveIn, titleOfUpdate } from '../../content/live.ts'
import { plainLine } from '../../content/plain-line.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import type { Service, Services } from '../../services/service.ts'
import { shortHash } from '../../system/short-hash.ts'
import { nextLoudMoment } from './quiet-hours.ts'
import type { OwnPushSettings } from './settings.ts'
import type { Message, Urgency } from './store/records.ts'
import type { PushStore } from './store/store.ts'
import { storedTopic, type TopicKind } from './topics.ts'

export interface Notification {
  id: string
  title: string
  body: string
  /** Path of the service. */
  url: string
  /** One notification of a topic shows at a time. */
  tag: string
}

interface News {
  /** The newest comes first. */
  marks: readonly string[]
  title: string
  body: string
  url: string
  /** Absent: as long as its kind is news. Milliseconds since 1970. */
  until?: number
  isLast?: boolean
}

const HOUR = 3_600_000
/** How long each kind is news, and how soon a device that saves power shows it. */
const KINDS: Readonly<Record<TopicKind, { hours: number; urgency: Urgency; isForNow: boolean }>> = {
  breaking: { hours: 6, urgency: 'high', isForNow: false },
  live: { hours: 1, urgency: 'high', isForNow: true },
  series: { hours: 24, urgency: 'normal', isForNow: false },
  newest: { hours: 12, urgency: 'low', isForNow: false },
}
const MAX_TITLE = 120
const MAX_BODY = 240
const MAX_MARKS = 50
const TITLES_OF_DAY = 3
/** The first look at a topic without anything leaves this mark. */
const NOTHING = 'nothing'

export interface AnnouncerSettings extends Pick<NonNullable<OwnPushSettings['ownPush']>, 'dailyHour'> {
  /** Absent: no hour is quiet. */
  quietHours: { from: number; to: number } | undefined
  store: Pick<PushStore, 'topics' | 'announce'>
  services: Services
  reader(service: Service): Pick<ContentRepository, 'article' | 'archive' | 'newest'>
  breaking(service: Service): BreakingLine | undefined
  onError(error: unknown): void
  now?: () => Date
}

/** One message for each news of a topic that is chosen (PUSH-10). */
export function createAnnouncer(settings: AnnouncerSettings): { look(): Promise<void> } {
  const { store, services, onError, now: clock = () => new Date() } = settings
  const lookAt = async (stored: string): Promise<void> => {
    const parsed = storedTopic(stored)
    const service = parsed && services[parsed.service]
    if (!parsed || !service) return
    const { topic } = parsed
    const at = clock()
    const news = await newsOf(settings, service, topic, at)
    if (!news) return
    const message = news.title === '' ? undefined : messageOf(settings, service, topic.kind, stored, news, at)
    await store.announce(stored, news.marks, message, at.toISOString())
  }
  return {
    async look() {
      for (const stored of await store.topics()) await lookAt(stored).catch(onError)
    },
  }
}

function messageOf(
  { quietHours }: AnnouncerSettings,
  service: Service,
  kind: TopicKind,
  topic: string,
  { title, body, url, until = Number.POSITIVE_INFINITY, isLast = false }: News,
  at: Date,
): Message {
  const { hours, urgency, isForNow } = KINDS[kind]
  const due = isForNow ? at : nextLoudMoment(at, service.timeZone, quietHours)
  const id = randomBytes(12).toString('base64url')
  const shown: Notification = {
    id,
    title: cut(title, MAX_TITLE),
    body: cut(body, MAX_BODY),
    url,
    tag: shortHash(topic, 16),
  }
  return {
    id,
    topic,
    payload: JSON.stringify(shown),
    urgency,
    dueAt: due.toISOString(),
    expiresAt: new Date(Math.min(until, due.getTime() + hours * HOUR)).toISOString(),
    replaces: kind === 'live' || kind === 'newest',
    endsTopic: isLast,
  }
}

function cut(text: string, most: number): string {
  const line = plainLine(text)
  return line.length <= most ? line : `${beginningOfText(line, most - 1).trimEnd()}…`
}

type ParsedTopic = NonNullable<ReturnType<typeof storedTopic>>['topic']

async function newsOf(
  settings: AnnouncerSettings,
  service: Service,
  topic: ParsedTopic,
  at: Date,
): Promise<News | undefined> {
  switch (topic.kind) {
    case 'breaking':
      return breakingNews(service, settings.breaking(service))
    case 'newest':
      return newsOfDay(settings, service, at)
    case 'series':
      return newPart(service, topic.slug, settings.reader(service))
    case 'live':
      return newUpdate(topic.path, settings.reader(service))
  }
}

const SILENT = { title: '', body: '', url: '/' }

/** A line whose words are corrected is the same news. */
function breakingNews({ messages }: Service, line: BreakingLine | undefined): News {
  if (!line) return { ...SILENT, marks: [NOTHING] }
  return {
    marks: [shortHash(line.href, 16)],
    title: messages.breaking.label,
    body: line.text,
    url: line.href,
    until: line.until,
  }
}

/** This news comes once a day (PUSH-2). */
async function newsOfDay({ reader, dailyHour }: AnnouncerSettings, service: Service, at: Date): Promise<News> {
  const today = localTime(at.getTime(), service.timeZone)
  if (today.hour < dailyHour) return { ...SILENT, marks: [NOTHING] }
  const isOfToday = ({ published, isPromo, isNoindex }: Card): boolean =>
    !isPromo &&
    !isNoindex &&
    published !== undefined &&
    [published.time.year, published.time.month, published.time.day].join() ===
      [today.year, today.month, today.day].join()
  const cards = (await reader(service).newest()).filter(isOfToday)
  const mark = `${today.year}-${today.month}-${today.day}`
  const [newest] = cards
  if (!newest) return { ...SILENT, marks: [mark] }
  const { push } = service.messages
  const titles = cards.slice(0, TITLES_OF_DAY).map(({ title }) => plainLine(title))
  return { marks: [mark], title: push.day({ title: service.title }), body: titles.join(' • '), url: newest.link.href }
}

async function newPart(
  { messages }: Service,
  slug: string,
  reader: Pick<ContentRepository, 'archive'>,
): Promise<News | undefined> {
  const archive = await reader.archive('series', slug, 0)
  if (isMissing(archive)) return undefined
  const parts = cardsIn(archive)
    .filter(({ isPromo }) => !isPromo)
    .toSorted((one, other) => (other.published?.time.epoch ?? 0) - (one.published?.time.epoch ?? 0))
  const [newest] = parts
  if (!newest) return undefined
  return {
    marks: parts.slice(0, MAX_MARKS).map(({ id }) => id),
    title: messages.push.part({ title: plainLine(archive.heading) }),
    body: newest.title,
    url: newest.link.href,
  }
}

async function newUpdate(path: string, reader: Pick<ContentRepository, 'article'>): Promise<News | undefined> {
  const article = await reader.article(cmsPath(path))
  const live = isMissing(article) ? undefined : liveIn(article.body)
  // What was withdrawn may come back.
  if (isMissing(article) || !live) return undefined
  return {
    marks: marksOf(live),
    title: article.title,
    body: titleOfUpdate(live.newest),
    url: `${article.path}#${encodeURIComponent(live.newest.id)}`,
    isLast: live.isOver,
  }
}

/** The end is news too. */
function marksOf({ updates, isOver }: Live): string[] {
  const ids = updates.slice(0, MAX_MARKS).map(({ id }) => id)
  return isOver ? [`end of ${ids[0]}`, ...ids] : ids
}
