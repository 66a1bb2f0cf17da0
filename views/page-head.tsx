import { Helmet, HelmetProvider } from 'react-helmet-async'
import { jsonForScript } from '../src/content/html/json-script.ts'
import { openTag } from '../src/content/html/markup.ts'
import { onceWhile } from '../src/content/once-while.ts'
import type { HeadModel } from '../src/seo/head.ts'
import { headBytes } from './document-head.tsx'
import type { LeadPicture } from './lead-picture.ts'

/** Seconds before a reader without JavaScript is sent on from a 404 (4000 ms). */
const REDIRECT_SECONDS = 4

/** What a page says of itself: its head model, its JSON-LD where it has some, and what its reader needs first. */
export interface OwnHead {
  head: HeadModel
  jsonLd?: object
  /** The picture that is fetched before all others. */
  lead?: LeadPicture | undefined
  /** Set on a 404: where the reader is sent. */
  redirectTo?: string
}

const once = onceWhile<HeadModel, Buffer>()

/** The same as bytes for the document's head: rendered once for as long as the models stand (docs/decisions/003). */
export function pageHead(own: OwnHead): Buffer {
  const { head, jsonLd, lead, redirectTo } = own
  const parts = [jsonLd, lead?.picture.src, lead?.picture.srcSet, lead?.sizes, redirectTo]
  return once(head, parts, () => headBytes(<PageHead {...own} />))
}

/** What differs from page to page, by one `<Helmet>` (docs/decisions/028). */
function PageHead({ head, jsonLd, lead, redirectTo }: OwnHead) {
  return (
    <HelmetProvider>
      <Helmet
        title={head.title}
        meta={[...head.metas]}
        link={[...(lead ? [preloadOf(lead)] : []), ...head.links, ...head.pageLinks]}
        script={jsonLd ? [{ type: 'application/ld+json', innerHTML: jsonForScript(jsonLd) }] : []}
        noscript={redirectTo ? [{ innerHTML: refresh(redirectTo) }] : []}
      />
    </HelmetProvider>
  )
}

function preloadOf({ picture: { src, srcSet }, sizes }: LeadPicture) {
  const what = srcSet ? { imageSrcSet: srcSet, imageSizes: sizes } : { href: src }
  return { rel: 'preload', as: 'image', ...what, fetchPriority: 'high' as const }
}

function refresh(url: string): string {
  return openTag('meta', { 'http-equiv': 'refresh', content: `${REDIRECT_SECONDS}; url=${url}` })
}
