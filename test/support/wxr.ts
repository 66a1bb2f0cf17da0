/** Small WXR files, as text. */

export interface WxrItem {
  id?: number
  title?: string
  slug?: string
  type?: string
  status?: string
  content?: string
  excerpt?: string
  /** UTC, `2026-03-03 09:00:00`. */
  date?: string
  author?: string
  /** Further elements, as XML. */
  more?: string
}

export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

export function wxrItem(item: WxrItem = {}): string {
  const { id = 1, title = 'Tytuł', type = 'post', status = 'publish', content = '<p>Treść.</p>', more = '' } = item
  const { slug = `wpis-${id}`, date = '2026-03-03 09:00:00', author = 'jan', excerpt = 'Zajawka.' } = item
  return `<item>
<title>${cdata(title)}</title>
<link>https://blog.example/${date.slice(0, 7).replace('-', '/')}/${slug}/</link>
<dc:creator>${cdata(author)}</dc:creator>
<guid isPermaLink="false">https://blog.example/?p=${id}</guid>
<content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>${cdata(slug)}</wp:post_name>
<wp:status>${status}</wp:status>
<wp:post_type>${type}</wp:post_type>
<category domain="category" nicename="nauka">${cdata('Nauka')}</category>
${more}</item>
`
}

export function wxrAttachment(id: number, url: string, more = ''): string {
  return wxrItem({
    id,
    type: 'attachment',
    status: 'inherit',
    content: '',
    excerpt: '',
    more: `<wp:attachment_url>${cdata(url)}</wp:attachment_url>${more}`,
  })
}

export function postmeta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`
}

export const WXR_HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.1" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Blog</title>
<link>https://blog.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://blog.example</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('jan')}</wp:author_login><wp:author_display_name>${cdata('Jan Przykładowy')}</wp:author_display_name></wp:author>
`
export const WXR_TAIL = '</channel>\n</rss>\n'

export function wxr(...items: string[]): string {
  return WXR_HEAD + items.join('') + WXR_TAIL
}

/** A file's bytes in chunks of this size, so that chunk boundaries fall everywhere. */
export async function* inPieces(bytes: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.from(bytes)
  for (let from = 0; from < buffer.length; from += size) yield buffer.subarray(from, from + size)
}
