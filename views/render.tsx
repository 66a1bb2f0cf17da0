import { EventEmitter } from 'node:events'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, isRouteErrorResponse, StaticRouterProvider } from 'react-router-dom'
import { DATED_PATH } from '../src/content/links.ts'
import { onceWhile } from '../src/content/once-while.ts'
import { type SurrogateKey, serviceKey } from '../src/content/surrogate-keys.ts'
import { copy } from '../src/copy.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import { type Portal, PortalProvider } from './context.ts'
import { Document } from './document.tsx'
import { leadPicture } from './lead-picture.ts'
import { type NotFoundData, type PageData, surrogateKeysOf } from './page-data.ts'
import { createReadyMade, ReadyMadeProvider } from './ready-made.tsx'
import { datedRoutes, routes } from './routes.tsx'

/** What a request for a page comes to, settled before the first byte. */
export type PageAnswer =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      /** 200, 404, or 503 when content could not be had. */
      status: number
      /** By which the answer is purged. */
      keys: SurrogateKey[]
      /** Any reader can ask for such pages without end. */
      isMadeUp: boolean
      /** What made the page fail; absent for 200 and 404. */
      error?: unknown
      /** Renders the document; rejects when nothing could be rendered. */
      render(): Promise<Buffer>
    }

const handlers = { dated: createStaticHandler(datedRoutes), any: createStaticHandler(routes) }

/** Matches, loads and prepares one page. Never rejects for a failing source: that is a 503 page. */
export async function answerPage(url: URL, portal: Portal): Promise<PageAnswer> {
  const handler = DATED_PATH.test(url.pathname) ? handlers.dated : handlers.any
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
  const router = createStaticRouter(handler.dataRoutes, context)
  const readyMade = createReadyMade()
  const element = (
    <PortalProvider value={portal}>
      <ReadyMadeProvider value={readyMade}>
        <Document
          service={portal.service}
          assets={portal.assets}
          integrations={portal.integrations}
          ownHead={
            data ? { ...data, lead: leadPicture(data) } : (notFound ?? { head: unavailableHead(portal.service) })
          }
        >
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Document>
      </ReadyMadeProvider>
    </PortalProvider>
  )
  return {
    kind: 'page',
    status: error === undefined ? 200 : isNotFound ? 404 : 503,
    isMadeUp: data?.page === 'search',
    keys: data ? surrogateKeysOf(data) : [serviceKey(portal.service.name)],
    ...(error !== undefined && !isNotFound && { error }),
    render: () =>
      new Promise((resolve, reject) => {
        const stream = renderToPipeableStream(element, {
          onAllReady: () => stream.pipe(new Collector((bytes) => resolve(Buffer.concat(readyMade.pieces(bytes))))),
          onShellError: reject,
        })
      }),
  }
}

/** Of the page that stands in for any that cannot be had. */
function unavailableHead(service: Service): HeadModel {
  return headsOfUnavailable(service, [], () =>
    buildHead({ service, path: '/', title: copy.unavailable.title, isNoindex: true }),
  )
}

const headsOfUnavailable = onceWhile<Service, HeadModel>()

/**
 * Everything is settled before the first byte, so a document is one buffer: its length is known, one write sends it. As
 * little of a stream as React asks for: a real one takes longer to set up than to write to.
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
