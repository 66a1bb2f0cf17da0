import sharp from 'sharp'
import { startWordPress, type WordPressServer } from './wordpress-server.ts'

const POSTS = 12
export const FRONT_PAGE = `<!doctype html><html lang="en-GB"><head><style>:root{--wp--preset--color--vivid-red: #cf2e2e;
--wp--preset--color--accent: #E3B23C;}</style></head><body></body></html>`

const post = (url: string, id: number): object => ({
  id,
  slug: `story-${id}`,
  status: 'publish',
  type: 'post',
  link: `${url}/2026/11/story-${id}/`,
  date: `2026-11-${String(id).padStart(2, '0')}T10:00:00`,
  date_gmt: `2026-11-${String(id).padStart(2, '0')}T10:00:00`,
  modified_gmt: `2026-11-${String(id).padStart(2, '0')}T10:00:00`,
  title: { rendered: `Story ${id}` },
  excerpt: { rendered: '<p>A lead.</p>', protected: false },
  content: { rendered: `<p>Read <a href="${url}/2026/11/story-1/">the first</a>.</p>`, protected: false },
  author: 1,
  comment_status: 'closed',
  _embedded: {
    author: [{ id: 1, name: 'Desk', slug: 'desk', link: `${url}/author/desk/` }],
    'wp:term': [
      [{ id: 5, name: 'Harbour', slug: 'harbour', taxonomy: 'category', link: `${url}/category/harbour/` }],
      [{ id: 6, name: 'Ferries', slug: 'ferries', taxonomy: 'post_tag', link: `${url}/tag/ferries/` }],
    ],
  },
})

/** A small blog as its REST API shows it to visitors. */
export async function startBlog(): Promise<WordPressServer> {
  const wordpress = await startWordPress()
  const { url } = wordpress
  const icon = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  wordpress.on('/wp-json/', {
    json: {
      name: 'Harbour &amp; Hill',
      description: 'News from the coast',
      home: url,
      timezone_string: 'Europe/London',
      gmt_offset: '0',
      namespaces: ['wp/v2'],
      site_icon_url: `${url}/icon.png`,
    },
  })
  wordpress.on('/', { headers: { 'content-type': 'text/html' }, body: FRONT_PAGE })
  wordpress.on('/icon.png', { headers: { 'content-type': 'image/png' }, body: icon })
  const posts = Array.from({ length: POSTS }, (_, index) => post(url, index + 1)).reverse()
  wordpress.on('/wp-json/wp/v2/posts', ({ query }) => {
    const slug = query.get('slug')
    const listed = query.get('sticky') === 'true' ? [] : posts
    return { json: slug === null ? listed : posts.filter((one) => (one as { slug: string }).slug === slug) }
  })
  wordpress.on('/wp-json/wp/v2/categories', {
    json: [
      { id: 5, name: 'Harbour', slug: 'harbour', taxonomy: 'category', link: `${url}/category/harbour/`, count: 12 },
    ],
  })
  wordpress.on('/wp-json/wp/v2/tags', {
    json: [{ id: 6, name: 'Ferries', slug: 'ferries', taxonomy: 'post_tag', link: `${url}/tag/ferries/`, count: 12 }],
  })
  wordpress.on('/wp-json/wp/v2/users', { json: [{ id: 1, name: 'Desk', slug: 'desk', link: `${url}/author/desk/` }] })
  return wordpress
}
