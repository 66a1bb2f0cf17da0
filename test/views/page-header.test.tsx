import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../../src/content/article.ts'
import { ArticleHeader, PageHeader } from '../../views/article/article-header.tsx'
import { type Portal, PortalProvider } from '../../views/context.ts'
import { createServices } from '../support/customer-site.ts'
import { articleWith, renderAmp } from '../support/render.ts'

const service = createServices().akademia
const portal = { service, assets: { featureStyles: {} }, preview: {} } as unknown as Portal

function headerOf(header: React.ReactNode): Element | null {
  const html = renderToStaticMarkup(<PortalProvider value={portal}>{header}</PortalProvider>)
  return new JSDOM(html).window.document.querySelector('header')
}

const headersOf = (article: Article): Array<Element | null> => [
  headerOf(<PageHeader article={article} />),
  renderAmp(article, service).document.querySelector('.article-header'),
]

test('a page that is product placement, or has a headline, says so, in AMP too (PAGE-27)', () => {
  const page: Article = { ...articleWith([]), isPage: true, isProductPlacement: true, headline: { text: 'Szkic' } }
  for (const header of headersOf(page)) {
    expect(header?.querySelector('.marker')?.textContent).toBe(service.messages.article.sponsored)
    expect(header?.querySelector('.headline')?.textContent).toContain('Szkic')
  }
  for (const header of headersOf({ ...page, isProductPlacement: false, headline: undefined })) {
    expect(header?.querySelector('h1')).not.toBeNull()
    expect(header?.querySelector('.marker, .headline')).toBeNull()
  }
})

test('the note of a change is announced, and nothing else of its line (CORR-5)', () => {
  const modified = {
    time: { epoch: 0, iso: '2026-01-01T01:00:00+01:00', year: 2026, month: 1, day: 1, hour: 1, minute: 0 },
    day: '1 stycznia 2026',
    clock: '01:00',
  }
  const article: Article = { ...articleWith([]), modified }
  const line = headerOf(<ArticleHeader article={article} commentCount={undefined} isFirst />)?.querySelector(
    '.revision',
  )
  expect(line?.getAttribute('role')).toBeNull()
  expect(line?.querySelector('[data-changed]')?.getAttribute('role')).toBe('status')
})
