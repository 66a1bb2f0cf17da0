import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsonForScript } from '../../src/content/html/markup.ts'
import { browserSettings } from '../../src/integrations/browser-settings.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import type { Integrations } from '../../src/integrations/settings.ts'
import { SETTINGS_ID, waitsForConsent } from '../../src/integrations/settings.ts'
import { firstViewFontUrls, titleFontUrls } from '../../src/services/own-style.ts'
import type { Service } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { logoPath } from '../components/brand.tsx'
import type { Assets, Preview } from '../context.ts'
import { usePrerenderedChildren } from '../prerendered.tsx'
import { FrameHead, type FrameTags, headBytes, type OwnHead, pageHead } from './document-head.tsx'
import { moduleLoader, noAdsScripts, speculationRules } from './inline-scripts.ts'

interface FrameSettings {
  assets: Assets
  integrations: Integrations
  hasAnimations: boolean
}

interface DocumentProps extends FrameSettings {
  service: Service
  ownHead: OwnHead
  preview?: Preview
  children: ReactNode
}

export function Document({ service, assets, integrations, hasAnimations, ownHead, preview, children }: DocumentProps) {
  const prerendered = usePrerenderedChildren()
  const settings = { assets, integrations, hasAnimations }
  const { head, end, accents, minutesAgo, hoursAgo } = preview
    ? makeFrame(service, settings, preview)
    : frameOf(service, settings)
  const theme = preview?.theme ?? (service.theme === 'light' ? 'light' : undefined)
  return (
    <html lang={service.language} dir={service.direction} data-theme={theme} style={accents}>
      {/* Resources for the browser come before metadata. */}
      <head>{prerendered([head, pageHead(ownHead)])}</head>
      <body
        className={service.name}
        data-service={service.name}
        data-minutes-ago={minutesAgo}
        data-hours-ago={hoursAgo}
      >
        {preview?.bar && prerendered([Buffer.from(preview.bar)])}
        {children}
        {prerendered([end])}
      </body>
    </html>
  )
}

interface Frame {
  head: Buffer
  end: Buffer
  accents: CSSProperties
  minutesAgo: string
  hoursAgo: string
}

const once = memoizeByIdentity<Service, Frame>()

function frameOf(service: Service, settings: FrameSettings): Frame {
  const { assets, integrations, hasAnimations } = settings
  return once(service, [assets, integrations, hasAnimations], () => makeFrame(service, settings))
}

function makeFrame(service: Service, settings: FrameSettings, preview?: Preview): Frame {
  const { assets, integrations } = settings
  const { ago } = service.messages
  return {
    accents: {
      '--accent-light': service.color,
      '--accent-dark': service.colorOnDark,
      // The header has loaded it (CARD-39).
      '--mark': service.mark === undefined ? undefined : `url(${logoPath(service)}) center / auto 40% no-repeat`,
    } as CSSProperties,
    minutesAgo: ago.minutes({ count: '#' }),
    hoursAgo: ago.hours({ count: '#' }),
    head: headBytes(
      <FrameHead
        service={service}
        styles={assets}
        more={tagsOf(settings)}
        fonts={firstViewFontUrls(service, assets.fonts)}
        titleFonts={titleFontUrls(service, assets.fonts)}
        ownStyle={preview?.style}
        hasFixedTheme={preview?.theme !== undefined}
        noAdsScript={isAdvertising(integrations, service) ? noAdsScriptOf(integrations) : undefined}
      />,
    ),
    end: Buffer.from(renderToStaticMarkup(<script dangerouslySetInnerHTML={{ __html: moduleLoader(assets.boot) }} />)),
  }
}

function noAdsScriptOf({ consent }: Integrations): string {
  return waitsForConsent(consent) ? noAdsScripts.asking : noAdsScripts.silent
}

function tagsOf({ assets, integrations, hasAnimations }: FrameSettings): FrameTags {
  const settings = browserSettings(integrations, hasAnimations, assets.consentStyles)
  return {
    link: [
      ...[assets.boot, ...assets.bootParts].map((href) => ({ rel: 'modulepreload', href })),
      { rel: 'stylesheet', media: 'print', href: assets.printStyles },
    ],
    script: [
      { type: 'speculationrules', innerHTML: speculationRules },
      ...(settings ? [{ type: 'application/json', id: SETTINGS_ID, innerHTML: jsonForScript(settings) }] : []),
    ],
  }
}
