import type { FigureTable } from '../../http/figures.ts'
import { figureWords } from '../../languages/figures/words.ts'
import type { Service } from '../../services/service.ts'
import type { PushStore } from './store/store.ts'
import { storedTopic, type Topic } from './topics.ts'

const LISTED = 50

/** Sums of a service's topics, for editors (PUSH-13). @returns undefined before the first subscription */
export async function pushFigures(
  service: Service,
  store: Pick<PushStore, 'figures'>,
): Promise<FigureTable | undefined> {
  const own = (await store.figures()).flatMap((figures) => {
    const stored = storedTopic(figures.topic)
    return stored?.service === service.name ? [{ ...figures, topic: stored.topic }] : []
  })
  if (own.length === 0) return undefined
  const { push, issues } = figureWords(service.language)
  const rows = own
    .sort((one, other) => other.subscriptions - one.subscriptions)
    .slice(0, LISTED)
    .map(({ topic, subscriptions, sent, refused, gone, unknown, clicks }): FigureTable['rows'][number] => [
      nameOf(topic, service),
      ...[subscriptions, sent, refused, gone, unknown, clicks],
    ])
  const columns = [push.topic, push.subscriptions, issues.sent, issues.refused, push.gone, push.unknown, issues.clicks]
  return { title: push.title, columns, rows }
}

function nameOf(topic: Topic, { messages }: Service): FigureTable['rows'][number][number] {
  if (topic.kind === 'series') return topic.slug
  return topic.kind === 'live' ? { text: topic.path, href: topic.path } : messages.push[topic.kind]
}
