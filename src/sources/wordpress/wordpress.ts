import type { CommentOutcome } from '../../content/comment-form.ts'
import type { ContactForm, FormOutcome, FormValues } from '../../content/contact-form.ts'
import { CMS_FOLDERS } from '../../content/links.ts'
import { DEADLINE } from '../../content/repository.ts'
import type { Span } from '../../observability/tracing/span.ts'
import type { MenuItem, Service, ServiceName } from '../../services/service.ts'
import { paced } from '../../system/clock.ts'
import type { ContentSource, Rank, WireResponse } from '../source.ts'
import { byService, type CmsUrls, type CredentialsByService, cmsAccounts } from '../upstream/accounts.ts'
import { SourceError } from '../upstream/errors.ts'
import { createHosts, type Host } from '../upstream/host.ts'
import { checkCredentials } from './check.ts'
import type { SentComment } from './comment-desk.ts'
import { createCommentPoll } from './comment-poll.ts'
import type { SiteContent } from './content.ts'
import type { PostFields } from './images.ts'
import { CONNECTOR, menuOf, publicMenu } from './menu.ts'
import { type Change, createPoll } from './poll.ts'
import { type CallBudget, createBudget } from './rest-calls.ts'
import { createSite, type Reading, type Site } from './site.ts'
import type { NoindexReading } from './site-robots.ts'

export interface WordPressSource extends ContentSource {
  /**
   * @throws {CredentialsError} when a CMS definitely rejects the credentials
   * @throws {SourceError} when it is unavailable
   */
  check(): Promise<void>
  menu(service: Service): Promise<MenuItem[] | undefined>
  /**
   * @param pauseOf milliseconds until the next poll
   * @returns a function that stops polling
   */
  watch(
    pauseOf: () => number,
    onChange: (url: string, change: Change) => void,
    onError: (error: unknown) => void,
  ): () => void
  /**
   * Moderation follows in WordPress.
   * @throws {SourceError} when it is unavailable
   */
  postComment(service: Service, comment: SentComment, span?: Span): Promise<CommentOutcome>
  /**
   * @param client the reader's IP address
   * @throws {SourceError} when it is unavailable
   */
  sendForm(service: Service, form: ContactForm, values: FormValues, client: string, span?: Span): Promise<FormOutcome>
  urlOf(service: Service): string | undefined
  /** A CMS has permalinks on a host, as far as seen. */
  hasLinksOn(url: string, host: string): boolean
}

export interface WordPressOptions {
  hostOf?: (url: string) => Host
  /** `public` by default. */
  reading?: Reading
  /** `site` by default (SRC-52). */
  noindex?: NoindexReading
  /** Called once for each WordPress in that state. */
  onNoindex?: (url: string) => void
  /** False: only the number of comments (COMM-1). */
  showsComments?: boolean
}

/** Readers with and without credentials see the same state. */
function once(tell: () => void): () => void {
  let isTold = false
  return () => {
    if (!isTold) tell()
    isTold = true
  }
}

/**
 * Any WordPress (>= 6.1), by its REST API.
 * @param ownOf texts in the language of a service; a WordPress of several takes those of the first
 * @param credentials of editors, each key an application password; absent: public content only
 */
export function createWordPressSource(
  cmsUrls: CmsUrls,
  credentials: CredentialsByService | undefined,
  ownOf: (service: ServiceName) => SiteContent,
  {
    hostOf = createHosts(),
    reading = 'public',
    showsComments = false,
    noindex = 'site',
    onNoindex = () => {},
  }: WordPressOptions = {},
): WordPressSource {
  const sites: Site[] = []
  const bySite = byService(cmsAccounts(cmsUrls, credentials), ({ url, credentials, services: [first = ''] }) => {
    const site = createSite(url, credentials, ownOf(first), {
      ...{ reading, showsComments, noindex, host: hostOf(url) },
      onNoindex: once(() => onNoindex(url)),
    })
    sites.push(site)
    return site
  })
  const urlOf = (service: Service): string | undefined => bySite(service)?.client.url
  const siteOf = (service: Service): Site => {
    const site = bySite(service)
    if (!site) throw new SourceError(`service ${service.name}`, 'refused', 'no CMS is configured for it')
    return site
  }
  const contentUnder = contentOf(siteOf, showsComments)

  return {
    ...contentUnder(),
    urlOf,
    hasLinksOn: (url, host) => sites.some(({ client, posts }) => client.url === url && posts.hosts.has(host)),
    async menu(service) {
      const site = siteOf(service)
      const namespaces = await site.look()
      const hasConnector = namespaces.includes(CONNECTOR)
      const menu = await menuOf(
        hasConnector ? site.publicClient : site.client,
        urlOf(service) ?? '',
        about('secondary'),
        hasConnector,
      )
      return menu && publicMenu(menu, service)
    },
    expire() {
      for (const site of sites) site.forget()
    },
    postComment: async (service, comment, span) => siteOf(service).desk.post(comment, span),
    sendForm: async (service, form, values, client, span) => siteOf(service).forms.send(form, values, client, span),
    expireComments() {
      for (const { comments } of sites) comments.forget()
    },
    async check() {
      for (const { client, credentials } of sites) {
        if (credentials) await checkCredentials(client, credentials, about())
      }
    },
    watch(pauseOf, onChange, onError) {
      // One poll serves all users of a WordPress.
      const polled = new Map(sites.map((site) => [site.client.url, site]))
      const stops = [...polled.values()].map((site) => pollSite(site, showsComments, pauseOf, onChange, onError))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function about(rank: Rank = 'primary', span?: Span): CallBudget {
  return createBudget(rank, DEADLINE.primary, span)
}

async function response(call: string, json: Promise<object | undefined>): Promise<WireResponse> {
  return { call: `wordpress ${call}`, json: await json }
}

function contentOf(siteOf: (service: Service) => Site, showsComments: boolean): (span?: Span) => ContentSource {
  const seriesOf = async (service: Service, slug: string, page: number, fields: PostFields, budget: CallBudget) =>
    service.series && page <= 1 ? siteOf(service).series.list(slug, service.series, fields, budget) : undefined

  const contentUnder = (span?: Span): ContentSource => ({
    home: async (service) => response('home', siteOf(service).home.get(about('primary', span))),
    article: async (service, path, rank, known) => {
      const { json, ...revision } = await siteOf(service).posts.article(path, about(rank, span), known)
      return { call: `wordpress ${path}`, json, ...revision }
    },
    shortLink: async (service, query) =>
      response(query, siteOf(service).posts.shortLink(query, about('primary', span))),
    archive: async (service, kind, slug, page, rank) => {
      const call = `${kind} ${slug} ${page}`
      if (kind === 'series') return response(call, seriesOf(service, slug, page, 'card', about(rank, span)))
      return response(call, siteOf(service).lists.archive(kind, slug, page, about(rank, span)))
    },
    bulk: async (service, kind, slug, page) => {
      const call = `${kind} ${slug} bulk ${page}`
      if (kind === 'series') return response(call, seriesOf(service, slug, page, 'bulk', about('lists', span)))
      return response(call, siteOf(service).lists.bulk(kind, slug, page, about('lists', span)))
    },
    months: {
      all: async (service, kind, slug) =>
        kind === 'series' ? [] : siteOf(service).lists.months(kind, slug, () => about('lists', span)),
      page: async (service, kind, slug, month, page) => {
        const { lists } = siteOf(service)
        const list = kind === 'series' ? undefined : lists.month(kind, slug, month, page, about('lists', span))
        return response(`${kind} ${slug} ${month} ${page}`, Promise.resolve(list))
      },
    },
    texts: async (service, page) => response(`texts ${page}`, siteOf(service).lists.texts(page, about('lists', span))),
    directory: async (service, kind, page) => {
      if (kind !== 'series') return siteOf(service).directory(kind, page, about('lists', span))
      const slugs = service.series ? await siteOf(service).series.slugs(service.series, about('lists', span)) : []
      return { entries: slugs.map((slug) => ({ path: `/${CMS_FOLDERS.series}/${slug}` })), isLast: true }
    },
    separateLists: (service) => siteOf(service).separateLists(),
    search: async (service, query, page, rank = 'search') =>
      response(`search ${page}`, siteOf(service).search(query, page, about(rank, span))),
    draft: async (service, id) => response(`draft ${id}`, siteOf(service).drafts.draft(id, about('primary', span))),
    block: async (service, ref) => response(`block ${ref}`, siteOf(service).sharedBlock(ref)),
    comments: showsComments
      ? async (service, id, page) =>
          response(`comments ${id}`, siteOf(service).comments.page(id, page, about('secondary', span)))
      : undefined,
    newestComments: showsComments
      ? async (service) => response('comments', siteOf(service).comments.latest(about('lists', span)))
      : undefined,
    prepare: async () => {},
    under: contentUnder,
  })
  return contentUnder
}

/** @returns a function that stops polling */
function pollSite(
  { client, publicClient, comments, ownRoutes }: Site,
  showsComments: boolean,
  pauseOf: () => number,
  onChange: (url: string, change: Change) => void,
  onError: (error: unknown) => void,
): () => void {
  const polls = [
    createPoll(client, ownRoutes),
    ...(showsComments ? [createCommentPoll(publicClient, comments.isRead)] : []),
  ]
  let isPolling = false
  const tick = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    try {
      for (const poll of polls) {
        const change = await poll.next()
        if (change) onChange(client.url, change)
      }
    } catch (error) {
      onError(error)
    } finally {
      isPolling = false
    }
  }
  void tick()
  return paced(() => void tick(), pauseOf)
}
