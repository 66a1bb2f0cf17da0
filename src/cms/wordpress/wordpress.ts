import { DEADLINE } from '../../content/repository.ts'
import type { Span } from '../../observability/tracing/span.ts'
import type { MenuItem, Service, ServiceName } from '../../services/service.ts'
import type { ContentSource, Rank, WireResponse } from '../source.ts'
import { byService, type CmsUrls, type CredentialsByService, cmsAccounts } from '../upstream/accounts.ts'
import { SourceError } from '../upstream/errors.ts'
import { createHosts, type Host } from '../upstream/host.ts'
import { checkCredentials } from './check.ts'
import { createBudget } from './client.ts'
import type { SiteContent } from './content.ts'
import { menuOf, publicMenu } from './menu.ts'
import { type Change, createPoll } from './poll.ts'
import { createSite, type Reading, type Site } from './site.ts'

/** A source that also reports changes and has a menu of its own. */
export interface WordPressSource extends ContentSource {
  /**
   * @throws {CredentialsError} when a CMS definitely rejects the credentials
   * @throws {SourceError} when it is unavailable
   */
  check(): Promise<void>
  /** The site's own menu; undefined when it has none. */
  menu(service: Service): Promise<MenuItem[] | undefined>
  /**
   * Polls every CMS for changes.
   * @param interval milliseconds
   * @returns a function that stops polling
   */
  watch(
    interval: number,
    onChange: (url: string, change: Change) => void,
    onError: (error: unknown) => void,
  ): () => void
  /** The URL of a service's CMS. */
  urlOf(service: Service): string | undefined
}

/**
 * Any WordPress (>= 6.1) by its REST API, with the wire shapes of the hub (WIRE-3).
 * @param ownOf texts in the language of a service; a WordPress of several services takes those of the first
 * @param credentials of editors, each key an application password; absent: public content only
 * @param settings whose eyes texts are read with; `public` by default
 */
export function createWordPressSource(
  cmsUrls: CmsUrls,
  credentials: CredentialsByService | undefined,
  ownOf: (service: ServiceName) => SiteContent,
  { hostOf = createHosts(), reading = 'public' }: { hostOf?: (url: string) => Host; reading?: Reading } = {},
): WordPressSource {
  const sites: Site[] = []
  const bySite = byService(cmsAccounts(cmsUrls, credentials), ({ url, credentials, services: [first = ''] }) => {
    const site = createSite(url, credentials, ownOf(first), reading, hostOf(url))
    sites.push(site)
    return site
  })
  const urlOf = (service: Service): string | undefined => bySite(service)?.client.url
  const siteOf = (service: Service): Site => {
    const site = bySite(service)
    if (!site) throw new SourceError(`service ${service.name}`, 'refused', 'no CMS is configured for it')
    return site
  }
  const about = (rank: Rank = 'primary', span?: Span) => createBudget(rank, DEADLINE.primary, span)
  const response = async (call: string, json: Promise<object | undefined>): Promise<WireResponse> => ({
    call: `wordpress ${call}`,
    json: await json,
  })

  const contentUnder = (span?: Span): ContentSource => ({
    home: async (service) => response('home', siteOf(service).home.get(about('primary', span))),
    article: async (service, path, rank) => response(path, siteOf(service).posts.article(path, about(rank, span))),
    shortLink: async (service, query) =>
      response(query, siteOf(service).posts.shortLink(query, about('primary', span))),
    archive: async (service, kind, slug, page, rank) =>
      response(`${kind} ${slug} ${page}`, siteOf(service).lists.archive(kind, slug, page, about(rank, span))),
    separateLists: (service) => siteOf(service).separateLists(),
    search: async (service, query, page, rank = 'search') =>
      response(`search ${page}`, siteOf(service).lists.search(query, page, about(rank, span))),
    block: async (service, ref) => response(`block ${ref}`, siteOf(service).sharedBlock(ref)),
    prepare: async () => {},
    under: contentUnder,
  })

  return {
    ...contentUnder(),
    urlOf,
    async menu(service) {
      const site = siteOf(service)
      await site.look()
      const menu = await menuOf(site.client, urlOf(service) ?? '', about('secondary'))
      return menu && publicMenu(menu, service)
    },
    expire() {
      for (const site of sites) site.forget()
    },
    async check() {
      for (const { client, credentials } of sites) {
        if (credentials) await checkCredentials(client, credentials, about())
      }
    },
    watch(interval, onChange, onError) {
      // One poll per WordPress, whatever its users.
      const clients = new Map(sites.map(({ client }) => [client.url, client]))
      const timers = [...clients].map(([url, client]) => {
        const poll = createPoll(client)
        let isPolling = false
        const tick = async (): Promise<void> => {
          if (isPolling) return
          isPolling = true
          try {
            const change = await poll.next()
            if (change) onChange(url, change)
          } catch (error) {
            onError(error)
          } finally {
            isPolling = false
          }
        }
        void tick()
        return setInterval(tick, interval).unref()
      })
      return () => timers.forEach(clearInterval)
    },
  }
}
