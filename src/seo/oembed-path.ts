export const OEMBED_PATH = '/api/oembed'

/** Where a site that embeds an article asks about it (oEmbed 1.0, 4). */
export function oEmbedPath(address: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: address, format })}`
}
