export const OEMBED_PATH = '/api/oembed'

/** (oEmbed 1.0, 4) */
export function oEmbedPath(pageUrl: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format })}`
}
