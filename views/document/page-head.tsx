import { Helmet, HelmetProvider } from 'react-helmet-async'
import { jsonForScript } from '../../src/content/html/json-script.ts'
import { openTag } from '../../src/content/html/markup.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { headBytes } from './document-head.tsx'
import type { LeadImage } from './lead-image.ts'

/** Without JavaScript. Seconds. */
const REDIRECT_SECONDS = 4

export interface OwnHead {
  head: HeadModel
  jsonLd?: object
  lead?: LeadImage | undefined
  /** Target of a 404's redirect. */
  redirectTo?: string
}

const once = memoizeByIdentity<HeadModel, Buffer>()

/** docs/decisions/003. */
export function pageHead(own: OwnHead): Buffer {
  const { head, jsonLd, lead, redirectTo } = own
  const parts = [jsonLd, lead?.image.src, lead?.image.srcSet, lead?.sizes, redirectTo]
  return once(head, parts, () => headBytes(<PageHead {...own} />))
}

/** docs/decisions/028. */
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
