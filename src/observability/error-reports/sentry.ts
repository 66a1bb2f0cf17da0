import { createStackParser, createTransport, type ErrorEvent, Scope } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import type { Logger } from 'pino'
import { readVersion } from '../../system/version.ts'
import { plainPath } from '../log/plain-path.ts'
import { masking } from '../log/redaction.ts'
import type { ErrorReportSettings, FailureContext, Sender } from './failures.ts'

const ADDRESS = /[^\s"'<>=:/,;()]+@[^\s"'<>:/,;()]+/g
const QUERY = /\?[^\s"'`)]+/g
const SEARCHED = /(\/search\/)[^/\s"'`)]+/gi
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const WITH_COLONS = /[0-9a-f:]{3,}/gi
/** A CMS may send a page as its message. Characters. */
const MAX_TEXT = 2000

export function scrubber(secrets: readonly string[]): (text: string) => string {
  const mask = masking(secrets)
  return (text) =>
    mask(text)
      .slice(0, MAX_TEXT)
      .replace(ADDRESS, '***')
      .replace(QUERY, '?***')
      .replace(SEARCHED, '$1***')
      .replace(IPV4, '*.*.*.*')
      .replace(WITH_COLONS, (run) => (isIPv6Like(run) ? '***' : run))
}

function isIPv6Like(run: string): boolean {
  return run.includes('::') || run.split(':').length > 3
}

function scrubbedPath(url: string, scrub: (text: string) => string): string {
  return scrub(plainPath(url))
}

interface SenderSettings extends ErrorReportSettings {
  secrets: readonly string[]
  root: string
  log: Logger
}

const MAX_UNDER_WAY = 16
const SEND_TIMEOUT = 5000

/** Reports have no request or machine data, and nothing is patched. */
export async function createSender({ dsn, environment, secrets, root, log }: SenderSettings): Promise<Sender> {
  const scrub = scrubber(secrets)
  const release = `szpalta@${await readVersion(root)}`
  const post = posting(log)
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    includeServerName: false,
    sendClientReports: false,
    integrations: [],
    maxBreadcrumbs: 0,
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) =>
      createTransport({ ...options, bufferSize: MAX_UNDER_WAY }, ({ body }) => post(options.url, body)),
    beforeSend: (event) => scrubbed(event, scrub, root),
  })
  client.init()
  return {
    send(error, context, repeated) {
      client.captureException(
        error,
        { mechanism: { handled: context.where !== 'process' } },
        scopeOf(context, repeated),
      )
    },
    flush: async (limit) => client.flush(limit),
  }

  function scopeOf({ where, requestId, url, service }: FailureContext, repeated: number): Scope {
    const scope = new Scope()
    scope.setLevel(where === 'process' ? 'fatal' : 'error')
    scope.setTags({ where, ...(service !== undefined && { service }) })
    scope.setContext('szpalta', {
      pid: process.pid,
      ...(requestId !== undefined && { requestId }),
      ...(url !== undefined && { path: scrubbedPath(url, scrub) }),
      ...(repeated > 0 && { repeated }),
    })
    return scope
  }
}

function posting(log: Logger) {
  let isFailing = false
  const logChange = (problem?: string): void => {
    if (problem !== undefined && !isFailing) log.warn({ error: problem }, 'error reports are not taken')
    if (problem === undefined && isFailing) log.info('error reports are taken again')
    isFailing = problem !== undefined
  }
  return async (url: string, body: string | Uint8Array) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        // The body may be a slice of a larger buffer.
        body: typeof body === 'string' ? body : new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT),
      })
      await response.body?.cancel()
      logChange(response.ok ? undefined : `HTTP ${response.status}`)
      return {
        statusCode: response.status,
        headers: {
          'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
          'retry-after': response.headers.get('retry-after'),
        },
      }
    } catch (error) {
      logChange(error instanceof Error ? error.name : 'failed')
      throw error
    }
  }
}

function scrubbed(event: ErrorEvent, scrub: (text: string) => string, root: string): ErrorEvent {
  const {
    user: _user,
    request: _request,
    breadcrumbs: _breadcrumbs,
    server_name: _server,
    extra: _extra,
    ...clean
  } = event
  for (const value of event.exception?.values ?? []) {
    if (value.value !== undefined) value.value = scrub(value.value)
    for (const frame of value.stacktrace?.frames ?? []) {
      if (frame.filename !== undefined) frame.filename = frame.filename.replace(root, 'app://')
      if (frame.abs_path !== undefined) frame.abs_path = frame.abs_path.replace(root, 'app://')
    }
  }
  if (clean.message !== undefined) clean.message = scrub(clean.message)
  return clean
}
