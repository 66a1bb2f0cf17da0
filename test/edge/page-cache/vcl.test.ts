import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countedIn, ROUTES, routeAt } from '../../../src/edge/page-cache/parameters.ts'
import { parametersVcl, spellingVcl } from '../../../src/edge/page-cache/vcl.ts'
import { ROOT } from '../../support/root.ts'

test('DEP-26 what Varnish may drop of a URL follows from the table of counted parameters: npm run varnish', async () => {
  for (const [name, text] of [
    ['parameters.vcl', parametersVcl()],
    ['spelling.vcl', spellingVcl()],
  ] as const) {
    expect(await readFile(join(ROOT, 'deploy/varnish', name), 'utf8')).toBe(text)
  }
})

test('DEP-26 every parameter of the table is in the configuration, and no form of a value needs escapes', () => {
  const vcl = parametersVcl()
  for (const { parameters } of ROUTES) {
    for (const { name, form } of parameters) {
      expect(vcl).toContain(`&${name}=`)
      expect(form?.flags ?? '').toBe('')
      if (form) expect(vcl).toContain(form.source)
    }
  }
})

test('CACHE-13 a repeated parameter counts once, twice or by choice, as its route says', () => {
  const counted = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'https://post.example')
    return countedIn(pathname, searchParams)
  }
  expect(counted('/search?s=a&s=b')).toEqual(['s=a'])
  expect(counted('/api/feed/rss?cat=a&cat=b&cat=c')).toEqual(['cat=a', 'cat=b'])
  expect(counted('/api/feed/rss?article=a')).toEqual([])
  expect(counted('/?tag=czas&p=12')).toEqual(['p=12'])
  expect(counted('/?p=x&tag=czas')).toEqual(['tag=czas'])
  expect(counted('/api/oembed?url=a&url=b&x=1')).toEqual(['url=a', 'url=b'])
  expect(routeAt('/api/sare')).toBeUndefined()
})
