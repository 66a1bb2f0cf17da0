import type { Article } from '../../../src/content/article.ts'
import { decodeArchive, decodeArticle, decodePage } from '../../../src/content/decode.ts'
import { isMissing } from '../../../src/content/repository.ts'
import { createWordPressSource, type WordPressSource } from '../../../src/sources/wordpress/wordpress.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { listening, services } from '../../content/world.ts'
import { messages } from '../../support/customer-site.ts'
import { startWordPress, type WordPressServer } from '../../support/wordpress-server.ts'

export const { akademia } = services
export const EDITOR = { user: 'portal', key: 'abcd EFGH 1234' }

export interface TestSite {
  server: WordPressServer
  source: WordPressSource
  /** A post as the REST API has it. */
  post(fields?: Record<string, unknown>): Record<string, unknown>
  /** Decoded as the portal does; fails when it is missing. */
  article(path: string): Promise<Article>
}

/** A site that a source reads, with credentials by default. */
export async function startSite(credentials: typeof EDITOR | 'none' = EDITOR): Promise<TestSite> {
  const server = await startWordPress()
  const source = createWordPressSource(
    { bizblog: server.url },
    credentials === 'none' ? undefined : { bizblog: credentials },
    () => ({ ...messages, language: 'pl', ownEmbeds: [] }),
  )
  return {
    server,
    source,
    post: (fields = {}) => ({
      id: 12,
      slug: 'tytul',
      status: 'publish',
      link: `${server.url}/2026/03/tytul/`,
      date: '2026-03-03T10:00:00',
      date_gmt: '2026-03-03T09:00:00',
      modified_gmt: '2026-03-04T09:00:00',
      title: { rendered: 'Tytuł' },
      excerpt: { rendered: '', protected: false },
      content: { raw: '<!-- wp:paragraph --><p>Tekst</p><!-- /wp:paragraph -->', rendered: '<p>Tekst</p>' },
      comment_status: 'closed',
      sticky: false,
      _embedded: [],
      ...fields,
    }),
    article: async (path) =>
      present(atOnce(decodeArticle((await source.article(akademia, path)).json, listening().context))),
  }
}

export function present<T extends object>(decoded: T): Exclude<T, { missing: true }> {
  if (isMissing(decoded)) throw new Error('missing')
  return decoded as Exclude<T, { missing: true }>
}

export const archiveFrom = (json: unknown) => present(atOnce(decodeArchive(json, listening().context)))
export const homeFrom = (json: unknown) => present(atOnce(decodePage(json, listening().context)))

/** What WordPress embeds of an author, terms and an image. */
export const AUTHOR = { id: 3, name: 'Anna Przykładowa', slug: 'anna', description: 'Pisze.', avatar_urls: { 96: 'x' } }
export const term = (taxonomy: string, slug: string, name = slug) => ({ id: 7, taxonomy, slug, name })
export const imageFile = (url: string) => ({
  id: 9,
  source_url: `${url}/wp-content/uploads/2026/03/obraz.jpg`,
  alt_text: 'Opis',
  media_details: {
    width: 2400,
    height: 1200,
    sizes: {
      medium_large: { source_url: `${url}/wp-content/uploads/2026/03/obraz-768x384.jpg`, width: 768, height: 384 },
      large: { source_url: `${url}/wp-content/uploads/2026/03/obraz-1024x512.jpg`, width: 1024, height: 512 },
    },
  },
})
/** What WordPress embeds for a deleted image: the index of the whole site. */
export const INDEX = { name: 'Portal', home: 'https://site.example', namespaces: ['wp/v2'], routes: { '/': {} } }
