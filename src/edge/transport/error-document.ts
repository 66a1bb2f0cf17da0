import type { Language } from '../../languages/language.ts'
import type { Messages } from '../../languages/messages.ts'
import { escapeHtml } from '../../system/escape.ts'

/** A minimal document for errors outside the site's own pages: an invalid URL, a failed renderer. */
export function errorDocument(
  { language, messages }: { language: Language; messages: Messages },
  { title, lead }: { title: string; lead: string },
): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><p><a href="/">${escapeHtml(messages.home)}</a></p></main></body></html>`
}
