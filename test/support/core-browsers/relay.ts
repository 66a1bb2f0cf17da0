import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const VIOLATIONS = '/core-list/violations'
const ERRORS = '/core-list/errors'
/** Stands first in each document. */
const LISTENER = `
  const tell = (what) => navigator.sendBeacon('${ERRORS}', location.pathname + ': ' + what)
  addEventListener('error', ({ message }) => { if (message) tell(message) })
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))`
const LISTENER_HASH = `'sha256-${createHash('sha256').update(LISTENER).digest('base64')}'`

/**
 * An HTTP server in front of the portal that has pages report errors of scripts and violations of the security policy:
 * WebDriver cannot listen before the scripts of a page run. It can be closed and reopened, as a network goes down and up.
 */
export class Relay {
  /** Directive, blocked resource and document of each violation so far. */
  readonly violations: string[] = []
  /** Errors that no script caught. */
  readonly errors: string[] = []
  /** Paths of the requests so far. */
  readonly requested: string[] = []
  readonly #target: number
  readonly #server: Server
  #port = 0

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((incoming, response) => void this.#answer(incoming, response))
  }

  static async before(target: number): Promise<Relay> {
    const relay = new Relay(target)
    await relay.connect()
    return relay
  }

  /** Origin of a service, without a trailing slash; the default one's when none is named. */
  origin(service?: string): string {
    return `http://${service === undefined ? '127.0.0.1' : `${service}.localhost`}:${this.#port}`
  }

  async connect(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async disconnect(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = incoming
    if (url === ERRORS) this.errors.push(await text(incoming))
    else if (url === VIOLATIONS) this.violations.push(violation(await text(incoming)))
    else {
      this.requested.push(url)
      return this.#forward(incoming, response)
    }
    response.writeHead(204).end()
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { url: path, method, headers } = incoming
    const { 'accept-encoding': encodings, ...others } = headers
    const isDocument = headers['sec-fetch-dest'] === 'document'
    const options = { host: '127.0.0.1', port: this.#target, path, method, headers: isDocument ? others : headers }
    const call = request(options, async (reply) => {
      const policy = reply.headers['content-security-policy']
      const isPage = isDocument && reply.headers['content-type']?.startsWith('text/html')
      if (!isPage || typeof policy !== 'string') {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
        return
      }
      const { 'content-length': length, ...kept } = reply.headers
      response.writeHead(reply.statusCode ?? 502, {
        ...kept,
        'content-security-policy': `${policy.replace('script-src ', `script-src ${LISTENER_HASH} `)}; report-uri ${VIOLATIONS}`,
      })
      const page = await text(reply)
      response.end(page.replace(/<head[^>]*>/, (head) => `${head}<script>${LISTENER}</script>`))
    })
    call.on('error', () => response.destroy())
    incoming.pipe(call)
  }
}

function violation(body: string): string {
  const { 'csp-report': report } = JSON.parse(body) as { 'csp-report': Record<string, string> }
  const directive = report['effective-directive'] ?? report['violated-directive']
  return `${directive} refused ${report['blocked-uri']} in ${report['document-uri']}`
}
