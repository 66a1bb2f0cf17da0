/** The page's head in Next.js' own terms. */
export function metadataOf({ head }) {
  const said = Object.fromEntries(head.metas.map(({ name, property, content }) => [name ?? property, content]))
  const alternates = [...head.links, ...head.pageLinks].filter(({ rel }) => rel === 'alternate')
  return {
    title: head.title,
    description: said.description,
    robots: said.robots,
    alternates: {
      canonical: head.canonical,
      types: Object.fromEntries(alternates.map(({ type, title, href }) => [type, [{ url: href, title }]])),
    },
    openGraph: {
      type: said['og:type'],
      title: said['og:title'],
      description: said['og:description'],
      url: said['og:url'],
      siteName: said['og:site_name'],
      locale: said['og:locale'],
      publishedTime: said['article:published_time'],
      modifiedTime: said['article:modified_time'],
      ...(said['og:image'] && { images: [{ url: said['og:image'], alt: said['og:image:alt'] }] }),
    },
    twitter: { card: said['twitter:card'] },
  }
}
