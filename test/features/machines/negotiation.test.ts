import { markdownAlternates } from '../../../src/features/machines/negotiation.ts'
import { services } from '../../content/world.ts'

const open = { ...services.akademia, crawlers: { enforce: false, markdown: true } }
const alternateOf = markdownAlternates(
  () => open,
  (path) => path.startsWith('/2026/'),
)
const chosen = (accept: string | undefined, url = '/2026/11/most') =>
  alternateOf({ url, headers: { host: 'akademia.example', ...(accept !== undefined && { accept }) } } as Parameters<
    typeof alternateOf
  >[0])

test.each([
  'text/markdown',
  'Text/Markdown',
  'text/markdown;variant=GFM',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.5, TEXT/MARKDOWN;Q=0.8, */*;q=0.1',
  'text/markdown;q=0.5, text/html;q=0.5',
])('%s gets Markdown (MACH-6)', (accept) => {
  expect(chosen(accept)).toBe('/2026/11/most.md')
  expect(chosen(accept, '/2026/11/most?utm_source=x')).toBe('/2026/11/most.md')
  for (const url of ['/', '/search?s=a', '/2026/11/most.md', 'http://akademia.example/2026/11/most'])
    expect(chosen(accept, url)).toBeUndefined()
})

test.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'text/html',
  'text/markdown;q=0',
  'text/markdown;q=0.000, */*',
  'text/html, text/markdown;q=0.9',
  'text/markdown;q=0.8, text/*',
  'text/markdownx',
])('%s gets the page (MACH-6)', (accept) => {
  expect(chosen(accept)).toBeUndefined()
})
