import { renderToStaticMarkup } from 'react-dom/server'
import { Helmet, HelmetProvider } from 'react-helmet-async'
import { jsonScript } from '../src/content/html/markup.ts'
import { onceWhile } from '../src/content/once-while.ts'
import { copy } from '../src/copy.ts'
import type { HeadModel } from '../src/seo/head.ts'

/** What a page says of itself: its head model, and its JSON-LD where it has some. */
export interface OwnHead {
  head: HeadModel
  jsonLd?: object
}

/** The same as bytes for the document's `<head>`. */
interface RenderedHead {
  tags: Buffer
  jsonLd: Buffer
}

const once = onceWhile<HeadModel, RenderedHead>()

/** Rendered once for as long as the models stand (docs/decisions/003). */
export function pageHead({ head, jsonLd }: OwnHead): RenderedHead {
  return once(head, [jsonLd], () => {
    const tags = renderToStaticMarkup(
      <HelmetProvider>
        <PageHead head={head} />
      </HelmetProvider>,
    )
    return {
      tags: Buffer.from(tags),
      jsonLd: Buffer.from(jsonLd ? jsonScript('application/ld+json', jsonLd) : ''),
    }
  })
}

/** The page's one `<Helmet>` (architecture, "Head"). */
function PageHead({ head }: { head: HeadModel }) {
  return (
    <Helmet>
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      <meta name="robots" content={head.robots} />
      <link rel="canonical" href={head.canonical} />
      {head.amphtml && <link rel="amphtml" href={head.amphtml} />}
      {head.feeds.map(({ type, title, href }) => (
        <link key={href} rel="alternate" type={type} title={title} href={href} />
      ))}
      {head.oEmbed && <link rel="alternate" type="application/json+oembed" href={head.oEmbed.json} />}
      {head.oEmbed && <link rel="alternate" type="text/xml+oembed" href={head.oEmbed.xml} />}
      {head.prev && <link rel="prev" href={head.prev} />}
      {head.next && <link rel="next" href={head.next} />}
      <meta property="og:type" content={head.ogType} />
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={head.canonical} />
      <meta property="og:site_name" content={head.siteName} />
      <meta property="og:locale" content={copy.ogLocale} />
      <meta name="twitter:card" content={head.twitterCard} />
      {head.image && <meta property="og:image" content={head.image.url} />}
      {head.image && <meta property="og:image:alt" content={head.image.alt} />}
      {head.publishedTime && <meta property="article:published_time" content={head.publishedTime} />}
      {head.modifiedTime && <meta property="article:modified_time" content={head.modifiedTime} />}
    </Helmet>
  )
}
