import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Helmet, type HelmetProps, HelmetProvider } from 'react-helmet-async'
import type { Service } from '../src/services/service.ts'
import { installTags } from './install-tags.ts'
import { themeScript } from './theme.ts'
import { TRANSITION_MEDIA, TRANSITION_RULE } from './transition-rule.ts'

/** What one kind of document needs on top of it. */
export type FrameTags = Pick<HelmetProps, 'title' | 'meta' | 'link' | 'script'>

interface FrameProps {
  service: Service
  /** Address of the style sheet. */
  styles: string
  more: FrameTags
}

/**
 * What the head of every document of a service begins with (docs/decisions/028). The encoding comes first: it must stand
 * in the first kilobyte. The script that sets the theme has a helmet of its own: within one, scripts follow the style
 * sheet, and would wait for it.
 */
export function FrameHead({ service, styles, more }: FrameProps) {
  const { meta, link } = installTags(service)
  return (
    <HelmetProvider>
      <Helmet
        meta={[{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }]}
        script={service.theme === 'switchable' ? [{ innerHTML: themeScript }] : []}
      />
      <Helmet
        {...more}
        meta={[...(more.meta ?? []), ...meta]}
        link={[{ rel: 'stylesheet', href: styles }, ...link, ...(more.link ?? [])]}
        style={[{ media: TRANSITION_MEDIA, cssText: TRANSITION_RULE }]}
      />
    </HelmetProvider>
  )
}

/** Head tags as bytes, which go into documents as they stand. */
export function headBytes(head: ReactNode): Buffer {
  return Buffer.from(renderToStaticMarkup(head))
}
