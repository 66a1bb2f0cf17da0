import { DEADLINE } from '../../content/reader.ts'
import type { MenuItem, Service } from '../../services/service.ts'
import type { Span } from '../../tracing/span.ts'
import { byService, type CmsUrls, type CredentialsByService, cmsAccounts } from '../accounts.ts'
import { SourceError } from '../errors.ts'
import { createHosts } from '../host.ts'
import type { ContentSource, Rank, WireAnswer } from '../source.ts'
import { checkCredentials } from './check.ts'
import { asking } from './client.ts'
import { menuOf } from './menu.ts'
import { type Change, createPoll } from './poll.ts'
import { createSite, type Site } from './site.ts'

/** A source that also says when something changed, and has a menu of its own. */
export interface WordPressSource extends ContentSource {
  /**
   * @throws {CredentialsError} when a CMS says for certain that the credentials are no good
   * @throws {SourceError} when it cannot be asked
   */
  check(): Promise<void>
  /** The site's own menu; undefined when it has none. */
  menu(service: Service): Promise<MenuItem[] | undefined>
  /**
   * Asks every CMS for changes, again and again.
   * @param interval milliseconds
   * @returns ends it
   */
  watch(
    interval: number,
    onChange: (url: string, change: Change) => void,
    onError: (error: unknown) => void,
  ): () => void
  /** The address of the CMS that a service has. */
  urlOf(service: Service): string | undefined
}

/**
 * Any WordPress (>= 6.1) by its REST API, with the wire shapes of the contract.
 * @param credentials of editors, each key an application password; absent: what everyone may read
 */
export function createWordPressSource(
  cmsUrls: CmsUrls,
  credentials?: CredentialsByService,
  hostOf = createHosts(),
): WordPressSource {
  const sites: Site[] = []
  const bySite = byService(cmsAccounts(cmsUrls, credentials), ({ url, credentials }) => {
    const site = createSite(url, credentials, hostOf(url))
    sites.push(site)
    return site
  })
  const urlOf = (service: Service): string | undefined => bySite(service)?.client.url
  const siteOf = (service: Service): Site => {
    const site = bySite(service)
    if (!site) throw new SourceError(`service ${service.name}`, 'refused', 'no CMS is configured for it')
    return site
  }
  const about = (rank: Rank = 'primary', span?: Span) => asking(rank, DEADLINE.primary, span)
  const answer = async (call: string, json: Promise<object | undefined>): Promise<WireAnswer> => ({
    call: `wordpress ${call}`,
    json: await json,
  })

  const contentUnder = (span?: Span): ContentSource => ({
    home: async (service) => answer('home', siteOf(service).home.get(about('primary', span))),
    article: async (service, path, rank) => answer(path, siteOf(service).posts.article(path, about(rank, span))),
    archive: async (service, kind, slug, page, rank) =>
      answer(`${kind} ${slug} ${page}`, siteOf(service).lists.archive(kind, slug, page, about(rank, span))),
    search: async (service, query, page, rank = 'search') =>
      answer(`search ${page}`, siteOf(service).lists.search(query, page, about(rank, span))),
    block: async (service, ref) => answer(`block ${ref}`, siteOf(service).sharedBlock(ref)),
    prepare: async () => {},
    under: contentUnder,
  })

  return {
    ...contentUnder(),
    urlOf,
    async menu(service) {
      const site = siteOf(service)
      await site.look()
      return menuOf(site.client, urlOf(service) ?? '', about('secondary'))
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
      // Whoever asks, it is the same WordPress that changes.
      const clients = new Map(sites.map(({ client }) => [client.url, client]))
      const timers = [...clients].map(([url, client]) => {
        const poll = createPoll(client)
        let isAsking = false
        const tick = async (): Promise<void> => {
          if (isAsking) return
          isAsking = true
          try {
            const change = await poll.next()
            if (change) onChange(url, change)
          } catch (error) {
            onError(error)
          } finally {
            isAsking = false
          }
        }
        void tick()
        return setInterval(tick, interval).unref()
      })
      return () => timers.forEach(clearInterval)
    },
  }
}
