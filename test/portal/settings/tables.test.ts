import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { exampleFile, withSettingsTable } from '../../../src/portal/settings/tables.ts'
import { readEnv, SERVICE_NAMES, settingNames } from '../../support/customer-site.ts'
import { ROOT } from '../../support/root.ts'

const DOCUMENT = join(ROOT, 'docs/reference/settings.md')
const OF_A_SERVICE = new RegExp(`_(?:${SERVICE_NAMES.map((name) => name.toUpperCase()).join('|')})$`)
const example = (): Promise<string> => readFile(join(ROOT, '.env.example'), 'utf8')

test('the example of settings has every setting once, and no others', async () => {
  const names = [...(await example()).matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(settingNames.toSorted())
})

test('it and the document of settings are what `npm run settings` writes', async () => {
  expect(await example()).toBe(exampleFile(SERVICE_NAMES))
  const document = await readFile(DOCUMENT, 'utf8')
  expect(document).toBe(withSettingsTable(document))
})

test('the document of settings has every setting', async () => {
  const names = [...(await readFile(DOCUMENT, 'utf8')).matchAll(/^\| (`[A-Z0-9_]+[^|]*) \|/gm)]
  const inTable = new Set(names.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', ')))
  const generic = settingNames.map((name) => name.replace(OF_A_SERVICE, '_{NAME}'))
  expect([...new Set(generic)].filter((name) => !inTable.has(name))).toEqual([])
})

test('unchanged it sets nothing; each default that it names is a valid setting', async () => {
  const text = await example()
  expect(parseEnv(text)).toEqual({})
  const alone =
    /^(?:PORT|HOST|SERVICE|CONTENT|CDN_TEMPLATE|CONSENT_MODE|PAGE_CACHE.*|HSTS|UNKNOWN_HOSTS|MOST_READ|LOG_LEVEL|ACCESS_.*)$/
  const set = parseEnv(text.replaceAll(/^#(?=[A-Z0-9_]+=.)/gm, ''))
  const named = Object.fromEntries(Object.entries(set).filter(([name]) => alone.test(name)))
  expect(Object.keys(named).length).toBeGreaterThan(10)
  expect(() => readEnv(named)).not.toThrow()
})
