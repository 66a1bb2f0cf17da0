import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readEnv, variablesSchema } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

const example = (): Promise<string> => readFile(join(ROOT, '.env.example'), 'utf8')

test('the example of settings has every setting once, and no others', async () => {
  const names = [...(await example()).matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(Object.keys(variablesSchema.shape).toSorted())
})

test('unchanged it sets nothing; each default that it names is a valid setting', async () => {
  const text = await example()
  expect(parseEnv(text)).toEqual({})
  const alone =
    /^(?:PORT|HOST|SERVICE|CONTENT|CDN_.*TEMPLATE|CONSENT_MODE|PAGE_CACHE.*|HSTS|UNKNOWN_HOSTS|FAST_HEADERS|MOST_READ|LOG_LEVEL|ACCESS_.*)$/
  const set = parseEnv(text.replaceAll(/^#(?=[A-Z0-9_]+=.)/gm, ''))
  const named = Object.fromEntries(Object.entries(set).filter(([name]) => alone.test(name)))
  expect(Object.keys(named).length).toBeGreaterThan(10)
  expect(() => readEnv(named)).not.toThrow()
})
