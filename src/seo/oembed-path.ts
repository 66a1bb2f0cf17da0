export const OEMBED_PATH = '/api/oembed'

/** The oEmbed endpoint's path for an article (oEmbed 1.0, 4). */
export function oEmbedPath(pageUrl: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format })}`
}
