import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Language } from '../../languages/language.ts'
import type { Messages } from '../../languages/messages.ts'
import { NO_STORE } from '../../system/cache-headers.ts'
import { escapeHtml } from '../../system/escape.ts'
import { CLOSED_POLICY, COMMON_HEADERS } from './common-headers.ts'

function minimalHeaders(body: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'content-security-policy': CLOSED_POLICY,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': NO_STORE,
  }
}

export function sendMinimal(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body = String(status),
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, { ...minimalHeaders(body), ...headers })
  response.end(body)
}

export function minimalBytes(status: number, headers: Record<string, string> = {}): string {
  const body = String(status)
  const lines = Object.entries({ ...minimalHeaders(body), ...headers, connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

export function errorDocument(
  { language, direction, messages }: { language: Language; direction?: 'rtl'; messages: Messages },
  { title, lead }: { title: string; lead: string },
): string {
  return `<!doctype html>
<html lang="${language}"${direction === undefined ? '' : ` dir="${direction}"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><p><a href="/">${escapeHtml(messages.home)}</a></p></main></body></html>`
}
