import { meantPath } from '../../src/content/shared-link.ts'

const ARTICLE = '/2026/11/artykul'

test.each([
  ' ',
  ',',
  ')',
  '.',
  '"',
  '…',
  '”',
  '».',
  '!?',
  '\u00a0',
  '\u200b',
  '%20',
  '%2C',
  '%22)',
  '&utm_source=x',
  '&fbclid=a&b=c',
  ');',
])('a path that ends in %j means the article (PAGE-26)', (end) => expect(meantPath(ARTICLE + end)).toBe(ARTICLE))

test.each([
  ARTICLE,
  '/',
  '/,',
  '/&a=b',
  '//obcy.example,',
  '/2026/11/a-b',
  '/2026/11/at&t',
  '/2026/11/%E0%A4%A',
  '/2026/11/%61rtykul',
  '/2026/11/%61rtykul,',
])('%s means nothing else', (path) => expect(meantPath(path)).toBeUndefined())

test('a long tail takes time in proportion', () => {
  expect(meantPath(`${ARTICLE}${'.'.repeat(100_000)}x`)).toBeUndefined()
  expect(meantPath(ARTICLE + ',. '.repeat(100_000))).toBe(ARTICLE)
})
