/** The page's head in Next.js' own terms. */
export function metadataOf({ head }) {
  return {
    title: head.title,
    description: head.description,
    robots: head.robots,
    alternates: {
      canonical: head.canonical,
      types: {
        ...Object.fromEntries(head.feeds.map(({ type, title, href }) => [type, [{ url: href, title }]])),
        ...(head.oEmbed && {
          'application/json+oembed': head.oEmbed.json,
          'text/xml+oembed': head.oEmbed.xml,
        }),
      },
    },
    openGraph: {
      type: head.ogType,
      title: head.title,
      description: head.description,
      url: head.canonical,
      siteName: head.siteName,
      locale: 'pl_PL',
      publishedTime: head.publishedTime,
      modifiedTime: head.modifiedTime,
      ...(head.image && { images: [head.image] }),
    },
    twitter: { card: head.twitterCard },
  }
}
