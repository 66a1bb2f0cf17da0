import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Helmet, type HelmetProps, HelmetProvider } from 'react-helmet-async'
import { usesFurtherFonts } from '../../src/services/fonts.ts'
import { ownPageStyle } from '../../src/services/own-style.ts'
import type { Service } from '../../src/services/service.ts'
import type { PageStyles } from '../context.ts'
import { brokenImagesScript } from './broken-images.ts'
import { FONTS_WAIT, fontsScript } from './fonts-script.ts'
import { installTags } from './install-tags.ts'
import { themeScript } from './theme.ts'

export type FrameTags = Pick<HelmetProps, 'title' | 'meta' | 'link' | 'script'>

interface FrameProps {
  service: Service
  styles: PageStyles
  more: FrameTags
  /** Without URLs the page uses its fonts without a script. */
  fonts?: readonly string[]
  ownStyle?: string | undefined
  /** Neither the reader nor the system chooses the theme. */
  hasFixedTheme?: boolean
}

/**
 * The encoding must be in the first kilobyte. Scripts that must not wait for the style sheet have their own helmet,
 * because within one they follow it (docs/decisions/028).
 */
export function FrameHead({ service, styles, more, fonts = [], ownStyle = '', hasFixedTheme = false }: FrameProps) {
  const { meta, link } = installTags(service)
  const own = [ownPageStyle(service), ownStyle].filter((style) => style !== '')
  return (
    <HelmetProvider>
      <Helmet
        meta={[{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }]}
        link={fonts.map((href) => ({
          rel: 'preload',
          href,
          as: 'font',
          type: 'font/woff2',
          crossOrigin: 'anonymous',
          media: FONTS_WAIT,
        }))}
        script={[
          { innerHTML: brokenImagesScript },
          ...(fonts.length > 0 ? [{ innerHTML: fontsScript }] : []),
          ...(service.theme === 'switchable' && !hasFixedTheme ? [{ innerHTML: themeScript }] : []),
        ]}
      />
      <Helmet
        {...more}
        meta={[...(more.meta ?? []), ...meta]}
        link={[
          ...sheetsOf(service, styles).map((href) => ({ rel: 'stylesheet', href })),
          ...link,
          ...(more.link ?? []),
        ]}
        style={own.map((cssText) => ({ cssText }))}
      />
    </HelmetProvider>
  )
}

function sheetsOf(service: Service, { styles, featureStyles }: PageStyles): string[] {
  return usesFurtherFonts(service) ? [styles, featureStyles['further-fonts']] : [styles]
}

export function headBytes(head: ReactNode): Buffer {
  return Buffer.from(renderToStaticMarkup(head))
}
