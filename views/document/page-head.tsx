import { Helmet, HelmetProvider } from 'react-helmet-async'
import { jsonForScript } from '../../src/content/html/json-script.ts'
import { openTag } from '../../src/content/html/markup.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { memoizeByIdentity } from '../../src/system/memoize/by-identity.ts'
import { headBytes } from './document-head.tsx'
import type { LeadImage } from './lead-image.ts'

/** Delay of the redirect from a 404 for readers without JavaScript (4000 ms). Seconds. */
const REDIRECT_SECONDS = 4

/** A page's own head: its model, JSON-LD if it has any, and resources to load first. */
export interface OwnHead {
  head: HeadModel
  jsonLd?: object
  /** The image to load before all others. */
  lead?: LeadImage | undefined
  /** For a 404: target of the redirect. */
  redirectTo?: string
}

const once = memoizeByIdentity<HeadModel, Buffer>()

/** The head as bytes, rendered once per model (docs/decisions/003). */
export function pageHead(own: OwnHead): Buffer {
  const { head, jsonLd, lead, redirectTo } = own
  const parts = [jsonLd, lead?.image.src, lead?.image.srcSet, lead?.sizes, redirectTo]
  return once(head, parts, () => headBytes(<PageHead {...own} />))
}

/** The tags that differ between pages, in one `<Helmet>` (docs/decisions/028). */
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

function preloadOf({ image: { src, srcSet }, sizes }: LeadImage) {
  const what = srcSet ? { imageSrcSet: srcSet, imageSizes: sizes } : { href: src }
  return { rel: 'preload', as: 'image', ...what, fetchPriority: 'high' as const }
}

function refresh(url: string): string {
  return openTag('meta', { 'http-equiv': 'refresh', content: `${REDIRECT_SECONDS}; url=${url}` })
}
