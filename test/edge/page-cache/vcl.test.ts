import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parametersVcl, spellingVcl } from '../../../src/edge/page-cache/vcl.ts'
import { ROUTES } from '../../../src/portal/routes.ts'
import { ROOT } from '../../support/root.ts'

test('DEP-25 what Varnish may drop of a URL follows from the table of counted parameters: npm run varnish', async () => {
  for (const [name, text] of [
    ['parameters.vcl', parametersVcl(ROUTES)],
    ['spelling.vcl', spellingVcl()],
  ] as const) {
    expect(await readFile(join(ROOT, 'deploy/varnish', name), 'utf8')).toBe(text)
  }
})

test('DEP-25 every parameter of the table is in the configuration, and no form of a value needs escapes', () => {
  const vcl = parametersVcl(ROUTES)
  for (const { parameters = [] } of ROUTES.declared) {
    for (const { name, form } of parameters) {
      expect(vcl).toContain(`&${name}=`)
      expect(form?.flags ?? '').toBe('')
      if (form) expect(vcl).toContain(form.source)
    }
  }
})

test('CACHE-13 a repeated parameter counts once, twice or by choice, as its route says', () => {
  const counted = (url: string) => ROUTES.targetOf(url).url.split('?')[1]?.split('&') ?? []
  expect(counted('/search?s=a&s=b')).toEqual(['s=a'])
  expect(counted('/api/feed/rss?cat=a&cat=b&cat=c')).toEqual(['cat=a', 'cat=b'])
  expect(counted('/api/feed/rss?article=a')).toEqual([])
  expect(counted('/?tag=czas&p=12')).toEqual(['p=12'])
  expect(counted('/?p=x&tag=czas')).toEqual(['tag=czas'])
  expect(counted('/api/oembed?url=a&url=b&x=1')).toEqual(['url=a', 'url=b'])
  expect(ROUTES.at('/api/sare')?.parameters).toBeUndefined()
})
