import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsonForScript } from '../src/content/html/json-script.ts'
import { onceWhile } from '../src/content/once-while.ts'
import { hasIntegrations, type Integrations } from '../src/integrations/settings.ts'
import type { Service } from '../src/services/service.ts'
import type { Assets } from './context.ts'
import { InstallLinks } from './install-links.tsx'
import { SETTINGS_ID } from './integrations/settings.ts'
import { moduleLoader } from './module-loader.ts'
import { type OwnHead, pageHead } from './page-head.tsx'
import { useReadyMadeChildren } from './ready-made.tsx'
import { speculationRules } from './speculation-rules.ts'
import { themeScript } from './theme.ts'
import { TransitionOptIn } from './transition-opt-in.tsx'

/** Seconds before a reader without JavaScript is sent on from a 404 (spec 9, "Redirect delay": 4000 ms). */
const REDIRECT_SECONDS = 4

interface DocumentProps {
  service: Service
  assets: Assets
  integrations: Integrations
  /** Set on a 404: where the reader is sent. */
  redirectTo?: string
  ownHead: OwnHead
  children: ReactNode
}

/** The whole document around a page. */
export function Document({ service, assets, integrations, redirectTo, ownHead, children }: DocumentProps) {
  const readyMade = useReadyMadeChildren()
  const { head, end } = frameOf(service, assets, integrations)
  const { tags, jsonLd } = pageHead(ownHead)
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  return (
    <html lang="pl" data-theme={service.theme === 'light' ? 'light' : undefined} style={accents}>
      <head>
        {/* React's own, so that they come first: the encoding must stand in the first kilobyte. */}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* What a browser has to fetch stands before what only machines read. */}
        {readyMade([tags, head, jsonLd])}
        {redirectTo && (
          <noscript>
            <meta httpEquiv="refresh" content={`${REDIRECT_SECONDS}; url=${redirectTo}`} />
          </noscript>
        )}
      </head>
      <body className={service.name} data-service={service.name}>
        {children}
        {readyMade([end])}
      </body>
    </html>
  )
}

/** What is the same in every document of a service. */
interface Frame {
  head: Buffer
  /** Of the body. */
  end: Buffer
}

const once = onceWhile<Service, Frame>()

/** Rendered once (docs/decisions/003). */
function frameOf(service: Service, assets: Assets, integrations: Integrations): Frame {
  const bytes = (part: ReactNode) => Buffer.from(renderToStaticMarkup(part))
  return once(service, [assets, integrations], () => ({
    head: bytes(<HeadOfService service={service} assets={assets} integrations={integrations} />),
    end: bytes(<script dangerouslySetInnerHTML={{ __html: moduleLoader(assets.boot) }} />),
  }))
}

function HeadOfService({ service, assets, integrations }: Pick<DocumentProps, 'service' | 'assets' | 'integrations'>) {
  return (
    <>
      {service.theme === 'switchable' && <script dangerouslySetInnerHTML={{ __html: themeScript }} />}
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="stylesheet" href={assets.styles} />
      <TransitionOptIn />
      <InstallLinks service={service} />
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
      {[assets.boot, ...assets.bootParts].map((part) => (
        <link key={part} rel="modulepreload" href={part} />
      ))}
      {hasIntegrations(integrations) && (
        <script
          type="application/json"
          id={SETTINGS_ID}
          dangerouslySetInnerHTML={{ __html: jsonForScript(integrations) }}
        />
      )}
    </>
  )
}
