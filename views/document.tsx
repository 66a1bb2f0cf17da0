import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsonForScript, lastingJsonForScript } from '../src/content/html/json-script.ts'
import { hasIntegrations, type Integrations } from '../src/integrations/settings.ts'
import type { Service } from '../src/services/service.ts'
import type { Assets } from './context.ts'
import { InstallLinks } from './install-links.tsx'
import { SETTINGS_ID } from './integrations/settings.ts'
import { moduleLoader } from './module-loader.ts'
import { useReadyMadeChild } from './ready-made.tsx'
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
  /** JSON-LD of the page. */
  jsonLd?: object
  children: ReactNode
}

/** The whole document around a page. What a page says of itself comes from its one `<Helmet>`. */
export function Document({ service, assets, integrations, redirectTo, jsonLd, children }: DocumentProps) {
  const head = useReadyMadeChild(() => headOf(service, assets, integrations))
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  return (
    <html lang="pl" data-theme={service.theme === 'light' ? 'light' : undefined} style={accents}>
      <head>
        {/* React's own, so that they come first: the encoding must stand in the first kilobyte. */}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        {jsonLd && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: lastingJsonForScript(jsonLd) }} />
        )}
        {redirectTo && (
          <noscript>
            <meta httpEquiv="refresh" content={`${REDIRECT_SECONDS}; url=${redirectTo}`} />
          </noscript>
        )}
      </head>
      <body className={service.name} data-service={service.name}>
        {children}
        <script dangerouslySetInnerHTML={{ __html: moduleLoader(assets.boot) }} />
      </body>
    </html>
  )
}

/** What every head of a service begins with. */
interface ServiceHead {
  assets: Assets
  integrations: Integrations
  pieces: readonly Buffer[]
}

const heads = new WeakMap<Service, ServiceHead>()

function headOf(service: Service, assets: Assets, integrations: Integrations): readonly Buffer[] {
  const known = heads.get(service)
  if (known?.assets === assets && known.integrations === integrations) return known.pieces
  const html = renderToStaticMarkup(<HeadOfService service={service} assets={assets} integrations={integrations} />)
  const pieces = [Buffer.from(html)]
  heads.set(service, { assets, integrations, pieces })
  return pieces
}

/** The same on every page of a service, so rendered once (docs/decisions/003). */
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
