import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Metrics } from '../../../observability/metrics.ts'
import type { Services } from '../../../services/service.ts'
import type { PostgresqlSettings } from '../../../system/postgresql/settings.ts'
import { ownSubscribers } from '../providers/own.ts'
import type { MailSettings, NewsletterSettings } from '../settings.ts'
import { noticeLog } from '../store/notice.ts'
import { type OpenStore, openStore, storePlaceOf } from '../store/open-store.ts'
import { keepForgetting } from '../store/retention.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../subscribers.ts'
import type { Outbox } from '../subscribing/outbox.ts'

interface Opened {
  subscribers: Subscribers
  /** Provider's name for readers; absent: the portal keeps its subscribers. */
  newsletterKeeper?: string
  confirmations?: ConfirmingSubscribers
  subscriberStore?: SubscriberStore
  isThere?(): boolean
  closeSubscribers(): Promise<void>
}

interface Settings {
  root: string
  build: string
  services: Services
  onMail: Metrics['mailed']
}

export async function openSubscribers(
  env: NewsletterSettings & PostgresqlSettings,
  settings: Settings,
  log: Logger,
): Promise<Opened> {
  const provider = await providerOf(env)
  if (provider) return { ...provider, closeSubscribers: async () => {} }
  const { root, build } = settings
  const notify = noticeLog(log)
  const { store, retention } = await openStore({
    ...storePlaceOf(env, root),
    program: join(build, 'subscribers-thread.js'),
    notify,
  })
  const { outbox, welcomes } = (env.mail && (await openLetters(env.mail, { store, retention }, settings, log))) ?? {}
  const subscribers = ownSubscribers(store, {
    mails: outbox !== undefined,
    welcomes,
    onLetter: outbox?.wake,
  })
  const stopForgetting = keepForgetting({
    ...retention,
    notify,
    onError: (error) => log.error({ error: String(error) }, 'newsletter'),
  })
  return {
    subscribers,
    confirmations: subscribers,
    subscriberStore: store,
    isThere: retention.isThere,
    closeSubscribers: async () => {
      stopForgetting()
      await outbox?.close()
      await store.close()
    },
  }
}

async function providerOf({
  newsletterProvider: provider,
}: NewsletterSettings): Promise<Pick<Opened, 'subscribers' | 'newsletterKeeper'> | undefined> {
  switch (provider.kind) {
    case 'own':
      return undefined
    case 'sare': {
      const { createSare } = await import('../providers/sare.ts')
      return { subscribers: createSare(provider), newsletterKeeper: 'SARE' }
    }
    case 'listmonk': {
      const { createListmonk, paced } = await import('../providers/listmonk.ts')
      // The host alone says who runs listmonk.
      return {
        subscribers: paced(createListmonk(provider)),
        newsletterKeeper: `listmonk (${new URL(provider.url).hostname})`,
      }
    }
    case 'mailchimp': {
      const { createMailchimp, paced } = await import('../providers/mailchimp.ts')
      return { subscribers: paced(createMailchimp(provider)), newsletterKeeper: 'Mailchimp (Intuit Inc.)' }
    }
    default:
      // Addresses of a forgotten kind would go into the portal's own store.
      return provider satisfies never
  }
}

async function openLetters(
  mail: MailSettings,
  { store, retention }: OpenStore,
  { services, onMail }: Settings,
  log: Logger,
): Promise<{ outbox: Outbox; welcomes: Readonly<Record<string, readonly number[]>> }> {
  const [{ openOutbox }, { createMailer }, { composeLetters, welcomeTimes }] = await Promise.all([
    import('../subscribing/outbox.ts'),
    import('../../../mail/mailer.ts'),
    import('./letters.ts'),
  ])
  const outbox = openOutbox({
    store,
    isThere: retention.isThere,
    mailer: createMailer({ smtp: mail.smtp }),
    hourlyLimit: mail.hourlyLimit,
    compose: composeLetters(services, mail),
    onOutcome: (outcome) => onMail('letter', outcome),
    report: {
      stuck: ({ reason, code }) =>
        log.warn({ reason, code }, 'mail: the server takes no letters; they are tried again'),
      refused: (letter, code) => log.warn({ letter, code }, 'mail: the server refused a letter'),
      limited: () =>
        log.warn({ limit: mail.hourlyLimit }, 'mail: the hourly limit is reached, letters wait (MAIL_HOURLY_LIMIT)'),
      failed: (error) => log.error({ error: String(error) }, 'mail: letters wait'),
    },
  })
  return { outbox, welcomes: welcomeTimes(services) }
}
