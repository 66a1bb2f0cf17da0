import { EventEmitter } from 'node:events'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router-dom'
import { DATED_PATH } from '../src/content/public-paths.ts'
import { type SurrogateKey, serviceKey } from '../src/content/surrogate-keys.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import type { Service, Services } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import { leadImage } from './components/lead-image.ts'
import { type Portal, PortalProvider } from './context.ts'
import { Document } from './document/document.tsx'
import { cachedKindOf, type NotFoundData, type PageData, surrogateKeysOf } from './page-data.ts'
import { createPrerendered, PrerenderedProvider } from './prerendered.tsx'
import { datedRoutes, previewRoutes, routesOf } from './routes.tsx'

/** Settled before the first byte. */
export type PageResponse =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      /** 200, 404 or 503. */
      status: number
      /** For purges. */
      keys: SurrogateKey[]
      /** `missing`: 404 and 503. */
      page: ReturnType<typeof cachedKindOf> | 'missing'
      /** Absent for 200 and 404. */
      error?: unknown
      /** @throws where nothing could be rendered */
      render(): Promise<Buffer>
    }

const datedHandler = createStaticHandler(datedRoutes)
const previewHandler = createStaticHandler(previewRoutes)
const handlers = memoizeByIdentity<Services, StaticHandler>()
const handlerOf = (services: Services): StaticHandler =>
  handlers(services, [], () => createStaticHandler(routesOf(services)))

/** A failed source is a 503. */
export async function renderDocument(url: URL, portal: Portal): Promise<PageResponse> {
  const handler = handlerFor(url, portal)
  const context = await handler.query(new Request(url), { requestContext: portal })
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' }
  }
  const error = Object.values(context.errors ?? {})[0]
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  const notFound = isNotFound ? (error.data as NotFoundData | undefined) : undefined
  const data = Object.values(context.loaderData as Record<string, PageData | undefined>).find(
    (loaded) => loaded !== undefined,
  )
  // Unavailable pages are kept without limit.
  const { breaking: _, ...kept } = portal
  const shown = error === undefined || isNotFound ? portal : kept
  const router = createStaticRouter(handler.dataRoutes, context)
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
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Document>
      </PrerenderedProvider>
    </PortalProvider>
  )
  return {
    kind: 'page',
    status: error === undefined ? 200 : isNotFound ? 404 : 503,
    page: error === undefined && data ? cachedKindOf(data) : 'missing',
    keys: data ? surrogateKeysOf(data) : [serviceKey(portal.service.name)],
    error: isNotFound ? undefined : error,
    render: () =>
      new Promise((resolve, reject) => {
        const stream = renderToPipeableStream(element, {
          onAllReady: () => stream.pipe(new Collector((bytes) => resolve(Buffer.concat(prerendered.pieces(bytes))))),
          onShellError: reject,
        })
      }),
  }
}

function handlerFor({ pathname }: URL, { preview, services }: Portal): StaticHandler {
  if (preview) return previewHandler
  return DATED_PATH.test(pathname) ? datedHandler : handlerOf(services)
}

function unavailableHead(service: Service): HeadModel {
  return headsOfUnavailable(service, [], () =>
    buildHead({ service, path: '/', title: service.messages.unavailable.title, isNoindex: true }),
  )
}

const headsOfUnavailable = memoizeByIdentity<Service, HeadModel>()

/**
 * Sends the document with its length in one write. A real stream costs more to set up; this has what React uses of one.
 */
class Collector extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  private readonly chunks: Uint8Array[] = []

  constructor(private readonly done: (bytes: Buffer) => void) {
    super()
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
