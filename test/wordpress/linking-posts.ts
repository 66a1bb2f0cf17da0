import type { Rest } from './rest.ts'

/** Links as an editor writes them, and where the portal's lead; what a page's slash costs is one redirect. */
export const LINKS: Readonly<Record<string, string>> = {
  '/cel-odnosnikow/': '/cel-odnosnikow/',
  '/cel-odnosnikow': '/cel-odnosnikow',
  '/cel-odnosnikow/#rozdzial': '/cel-odnosnikow/#rozdzial',
  '/2026/02/cel-wpisu/': '/2026/02/cel-wpisu',
  '/2026/02/cel-wpisu/#miejsce': '/2026/02/cel-wpisu#miejsce',
  '/2026/02/cel-wpisu/#comments': '/2026/02/cel-wpisu#komentarze',
  '/category/odsylacze/': '/kategoria/odsylacze',
  '/tag/wezly/': '/tag/wezly',
}

/** Posts that link to each other in every way, whether the theme unit test is there or not. */
export async function loadLinkingPosts(rest: Rest): Promise<void> {
  const category = await rest.make('/categories', { name: 'Odsyłacze', slug: 'odsylacze' })
  const tag = await rest.make('/tags', { name: 'Węzły', slug: 'wezly' })
  const fields = { status: 'publish', comment_status: 'open' }
  await rest.make('/pages', {
    ...fields,
    title: 'Cel odnośników',
    slug: 'cel-odnosnikow',
    content: '<h2 id="rozdzial">Rozdział</h2>\n<p>Tekst strony.</p>',
  })
  const dated = { ...fields, date: '2026-02-03T10:00:00', categories: [category], tags: [tag] }
  await rest.make('/posts', {
    ...dated,
    title: 'Cel wpisu',
    slug: 'cel-wpisu',
    content: '<p>Tekst wpisu.</p>\n<p id="miejsce">Miejsce.</p>',
  })
  const links = Object.keys(LINKS).map((href) => `<a href="${href}">${href}</a>`)
  await rest.make('/posts', { ...dated, title: 'Odsyłacz', slug: 'odsylacz', content: `<p>${links.join(' ')}</p>` })
}
