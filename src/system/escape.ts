/** Only `src/content/html` may make it of CMS content. */
export type SafeHtml = string & { readonly __safeHtml: unique symbol }

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser makes it a line feed.
  '\r': '&#13;',
}

export function escapeHtml(text: string): SafeHtml {
  return text.replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? character) as SafeHtml
}

export function joinHtml(pieces: readonly SafeHtml[], separator = ''): SafeHtml {
  return pieces.join(separator) as SafeHtml
}
