import { EventEmitter } from 'node:events'
import { renderToPipeableStream } from 'react-dom/server'
import { type SurrogateKey, serviceKey } from '../src/content/surrogate-keys.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import type { Service, Services } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import { leadImage } from './components/lead-image.ts'
import { type Portal, PortalProvider, usePortal } from './context.ts'
import { Document } from './document/document.tsx'
import { Layout } from './document/layout.tsx'
import { cachedKindOf, NotFound, type NotFoundData, type PageData, surrogateKeysOf } from './page-data.ts'
import { ArchivePage } from './pages/archive.tsx'
import { ArticlePage, PreviewPage } from './pages/article.tsx'
import { NotFoundPage, UnavailablePage } from './pages/error.tsx'
import { HomePage } from './pages/home.tsx'
import { IssuePage, IssuesPage } from './pages/issue.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { SavedPage } from './pages/saved.tsx'
import { SearchPage } from './pages/search.tsx'
import { createPrerendered, PrerenderedProvider } from './prerendered.tsx'
import { createMatcher, type MatchedRoute, PREVIEW } from './routes.ts'

export type PageResponse =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      /** 200, 404 or 503. */
      status: number
      keys: SurrogateKey[]
      page: ReturnType<typeof cachedKindOf> | 'missing'
      error?: unknown
      /** @throws where nothing could be rendered */
      render(): Promise<Buffer>
    }

const matchers = memoizeByIdentity<Services, (pathname: string) => MatchedRoute>()

/** A failed source is a 503. */
export async function renderDocument(url: URL, portal: Portal): Promise<PageResponse> {
  const { data, redirect, notFound, error } = await load(url, portal)
  if (redirect) {
    return { kind: 'redirect', status: redirect.status, location: redirect.headers.get('location') ?? '/' }
  }
  // Unavailable pages are kept without limit.
  const { breaking: _, ...kept } = portal
  const shown = error === undefined ? portal : kept
  const prerendered = createPrerendered()
  const element = (
    <PortalProvider value={shown}>
      <PrerenderedProvider value={prerendered}>
        <Document
          service={portal.service}
          assets={portal.assets}
          integrations={portal.integrations}
          hasAnimations={portal.hasAnimations}
          preview={portal.preview}
          ownHead={data ? { ...data, lead: leadImage(data) } : (notFound ?? { head: unavailableHead(portal.service) })}
        >
          <Layout url={url} data={data}>
            {data ? <Page {...data} /> : notFound ? <NotFoundPage {...notFound} /> : <UnavailablePage />}
          </Layout>
        </Document>
      </PrerenderedProvider>
    </PortalProvider>
  )
  return {
    kind: 'page',
    status: data ? 200 : notFound ? 404 : 503,
    page: data ? cachedKindOf(data) : 'missing',
    keys: data ? surrogateKeysOf(data) : [serviceKey(portal.service.name)],
    error,
    render: () =>
      new Promise((resolve, reject) => {
        const stream = renderToPipeableStream(element, {
          onAllReady: () => stream.pipe(new Collector((bytes) => resolve(Buffer.concat(prerendered.pieces(bytes))))),
          onShellError: reject,
        })
      }),
  }
}

/** One of these but `data` replaces the page. */
interface Loaded {
  data?: PageData
  redirect?: Response
  notFound?: NotFoundData
  error?: unknown
}

async function load(url: URL, portal: Portal): Promise<Loaded> {
  const { services, preview } = portal
  const match = preview ? PREVIEW : matchers(services, [], () => createMatcher(services))(url.pathname)
  try {
    return { data: await match.route.load({ portal, params: match.params, url }) }
  } catch (thrown) {
    if (thrown instanceof Response) return { redirect: thrown }
    return thrown instanceof NotFound ? { notFound: thrown.data } : { error: thrown ?? new Error('nothing was thrown') }
  }
}

function Page(data: PageData) {
  const { preview } = usePortal()
  switch (data.page) {
    case 'home':
      return <HomePage {...data} />
    case 'article':
      return preview ? <PreviewPage {...data} /> : <ArticlePage {...data} />
    case 'archive':
      return <ArchivePage {...data} />
    case 'search':
      return <SearchPage {...data} />
    case 'issue':
      return <IssuePage {...data} />
    case 'issues':
      return <IssuesPage {...data} />
    case 'fixed':
      return data.body
    case 'saved':
      return <SavedPage {...data} />
    case 'privacy':
      return <PrivacyPage {...data} />
  }
}

function unavailableHead(service: Service): HeadModel {
  return headsOfUnavailable(service, [], () =>
    buildHead({ service, path: '/', title: service.messages.unavailable.title, isNoindex: true }),
  )
}

const headsOfUnavailable = memoizeByIdentity<Service, HeadModel>()

/** Sends length and document at once. It has what React uses of a stream, which costs more. */
class Collector extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  private readonly chunks: Uint8Array[] = []

  constructor(private readonly done: (bytes: Buffer) => void) {
    super()
  }

  /** Emits nothing. */
  override on(): this {
    return this
  }

  write(chunk: string | Uint8Array): boolean {
    this.chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    return true
  }

  end(): this {
    this.done(Buffer.concat(this.chunks))
    return this
  }
}
