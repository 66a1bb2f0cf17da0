import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Build, readBuild } from '../../src/portal/build.ts'
import { moduleLoader } from '../../views/document/inline-scripts.ts'
import { ENTRIES } from './entries.ts'
import { type Frame, frameOf, OUTPUTS, THEMES } from './frames.tsx'
import { CataloguePage, EntryPage, ROOT, SCRIPT, STYLES, WIDTHS } from './page.tsx'

/** @param folders the project's, and the build's */
export function createCatalogue({ root, build: folder }: { root: string; build: string }) {
  const reading = readBuild(root, folder)
  /**
   * Every block with its variants as page, AMP and feed (docs/decisions/046). `/__catalogue` lists them,
   * `/__catalogue/{place}/{type}` shows one, `…/{variant}/{output}?theme=` is one frame of it.
   */
  return async ({ url = ROOT, headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const location = new URL(url, `http://${headers.host}`)
    const document = documentAt(location, await reading)
    const { html, policy } = document ?? { html: 'no such block', policy: "default-src 'none'" }
    response.writeHead(document ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    response.end(html)
  }
}

function documentAt({ pathname, searchParams, origin }: URL, build: Build): Frame | undefined {
  const [place, type, variant, output] = pathname.slice(ROOT.length).split('/').filter(Boolean)
  const theme = THEMES.find((name) => name === searchParams.get('theme'))
  if (place === undefined) return ownPage('Blocks', <CataloguePage />, build)
  const entry = ENTRIES.find((candidate) => candidate.place === place && candidate.type === type)
  if (!entry) return undefined
  if (variant === undefined) {
    const width = WIDTHS.find((one) => String(one) === searchParams.get('width'))
    const choice = { themes: theme ? [theme] : THEMES, widths: width ? [width] : WIDTHS }
    return ownPage(entry.type, <EntryPage entry={entry} choice={choice} />, build)
  }
  const shown = entry.variants[Number(variant)]?.shown
  const known = OUTPUTS.find((name) => name === output)
  return shown && known && theme && frameOf({ shown, output: known, theme, origin, build })
}

/** A page of the catalogue's own. The portal's script is there for the reload. */
function ownPage(title: string, content: ReactNode, { assets }: Build): Frame {
  const loader = moduleLoader(assets.boot)
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main>{content}</main>
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: loader }} />
      </body>
    </html>
  )
  const policy = [
    "default-src 'self'",
    `script-src 'strict-dynamic' ${hash(SCRIPT)} ${hash(loader)} 'self'`,
    `style-src ${hash(STYLES)}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ]
  return { html: `<!doctype html>${renderToStaticMarkup(page)}`, policy: policy.join('; ') }
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
