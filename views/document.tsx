import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsonForScript } from '../src/content/html/json-script.ts'
import { onceWhile } from '../src/content/once-while.ts'
import { hasIntegrations, type Integrations } from '../src/integrations/settings.ts'
import type { Service } from '../src/services/service.ts'
import type { Assets } from './context.ts'
import { FrameHead, type FrameTags, headBytes } from './document-head.tsx'
import { SETTINGS_ID } from './integrations/settings.ts'
import { moduleLoader } from './module-loader.ts'
import { type OwnHead, pageHead } from './page-head.tsx'
import { useReadyMadeChildren } from './ready-made.tsx'
import { speculationRules } from './speculation-rules.ts'

interface DocumentProps {
  service: Service
  assets: Assets
  integrations: Integrations
  ownHead: OwnHead
  children: ReactNode
}

/** The whole document around a page. React writes its elements; what stands in its head is helmet's (docs/decisions/028). */
export function Document({ service, assets, integrations, ownHead, children }: DocumentProps) {
  const readyMade = useReadyMadeChildren()
  const { head, end } = frameOf(service, assets, integrations)
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  return (
    <html lang="pl" data-theme={service.theme === 'light' ? 'light' : undefined} style={accents}>
      {/* What a browser has to fetch stands before what only machines read. */}
      <head>{readyMade([head, pageHead(ownHead)])}</head>
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
  return once(service, [assets, integrations], () => ({
    head: headBytes(<FrameHead service={service} styles={assets.styles} more={tagsOf(assets, integrations)} />),
    end: Buffer.from(renderToStaticMarkup(<script dangerouslySetInnerHTML={{ __html: moduleLoader(assets.boot) }} />)),
  }))
}

function tagsOf(assets: Assets, integrations: Integrations): FrameTags {
  return {
    link: [
      ...assets.fonts.map(
        (href) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const,
      ),
      ...[assets.boot, ...assets.bootParts].map((href) => ({ rel: 'modulepreload', href })),
      { rel: 'stylesheet', media: 'print', href: assets.printStyles },
    ],
    script: [
      { type: 'speculationrules', innerHTML: speculationRules },
      ...(hasIntegrations(integrations)
        ? [{ type: 'application/json', id: SETTINGS_ID, innerHTML: jsonForScript(integrations) }]
        : []),
    ],
  }
}
