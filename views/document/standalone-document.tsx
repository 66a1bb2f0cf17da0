import type { CSSProperties, ReactNode } from 'react'
import { withSiteName } from '../../src/seo/brand.ts'
import type { Service } from '../../src/services/service.ts'
import { Wordmark } from '../components/brand.tsx'
import type { PageStyles } from '../context.ts'
import { FrameHead } from './document-head.tsx'
import { FONTS_ATTRIBUTE, moduleLoader } from './inline-scripts.ts'

interface StandaloneProps {
  service: Service
  styles: PageStyles
  title: string
  /** URL. */
  script?: string
  children: ReactNode
}

export function StandaloneDocument({ service, styles, title, script, children }: StandaloneProps) {
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  return (
    <html
      lang={service.language}
      dir={service.direction}
      data-theme={service.theme === 'light' ? 'light' : undefined}
      style={accents}
      {...{ [FONTS_ATTRIBUTE]: '' }}
    >
      <head>
        <FrameHead
          service={service}
          styles={styles}
          more={{
            title: withSiteName(title, service),
            meta: [{ name: 'robots', content: 'noindex' }],
            link: script === undefined ? [] : [{ rel: 'modulepreload', href: script }],
          }}
        />
      </head>
      <body className={service.name}>
        <header className="header">
          <div className="header-bar">
            <Wordmark service={service} />
          </div>
        </header>
        <main>
          <div className="page message">
            <h1>{title}</h1>
            {children}
          </div>
        </main>
        {script && <script dangerouslySetInnerHTML={{ __html: moduleLoader(script) }} />}
      </body>
    </html>
  )
}
