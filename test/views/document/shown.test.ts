import { JSDOM } from 'jsdom'
import { breakingScript, DISMISSED_KEY } from '../../../views/document/breaking.ts'
import { moduleLoader, NO_ADS_ATTRIBUTE, noAdsScripts } from '../../../views/document/inline-scripts.ts'
import { THEME_KEY, themeScript } from '../../../views/document/theme.ts'

/** A document with an inline script, which jsdom runs. */
function documentOf(markup: string, script: string, isPrerendering: boolean): JSDOM {
  return new JSDOM(markup.replace('SCRIPT', `<script>${script}</script>`), {
    url: 'https://szpalta.test/',
    runScripts: 'dangerously',
    beforeParse(window) {
      Object.assign(window, { matchMedia: () => ({ matches: false }) })
      Object.defineProperty(window.document, 'prerendering', { value: isPrerendering })
    },
  })
}

function show({ window }: JSDOM): void {
  window.document.dispatchEvent(new window.Event('prerenderingchange'))
}

test('the module script waits until the document is shown (NAV-2)', () => {
  const scripts = ({ window }: JSDOM) => window.document.querySelectorAll('script[type=module]').length
  const markup = '<body>SCRIPT</body>'
  const inAdvance = documentOf(markup, moduleLoader('/assets/boot-1.js'), true)
  expect(scripts(inAdvance)).toBe(0)
  show(inAdvance)
  expect(scripts(inAdvance)).toBe(1)
  expect(scripts(documentOf(markup, moduleLoader('/assets/boot-1.js'), false))).toBe(1)
})

test('news that was dismissed after a page was rendered in advance are not shown on it (NAV-2, BREAK-6)', () => {
  const page = documentOf('<p data-breaking="n1" data-until="9999999999999">SCRIPT</p>', breakingScript, true)
  const line = page.window.document.querySelector('p')
  expect(line?.hidden).toBe(false)
  page.window.localStorage.setItem(DISMISSED_KEY, '["n1"]')
  show(page)
  expect(line?.hidden).toBe(true)
})

test('a page that was rendered in advance has the theme of when it is shown (NAV-2, THEME-1)', () => {
  const page = documentOf('<head>SCRIPT</head>', themeScript, true)
  expect(page.window.document.documentElement.dataset.theme).toBe('light')
  page.window.localStorage.setItem(THEME_KEY, 'dark')
  show(page)
  expect(page.window.document.documentElement.dataset.theme).toBe('dark')
})

test('advertisements that were refused after a page was rendered in advance have no place on it (NAV-2, ADS-19)', () => {
  const { window } = documentOf('<head>SCRIPT</head>', noAdsScripts.asking, true)
  const isClosed = () => window.document.documentElement.hasAttribute(NO_ADS_ATTRIBUTE)
  expect(isClosed()).toBe(false)
  const until = Date.now() + 86_400_000
  window.localStorage.setItem('consent', JSON.stringify({ granted: {}, refused: ['advertising'], until }))
  show({ window } as JSDOM)
  expect(isClosed()).toBe(true)
})
