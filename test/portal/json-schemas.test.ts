import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { jsonSchemas } from '../../src/portal/json-schemas.ts'
import { SERVICE_NAMES } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')

test.each(Object.entries(jsonSchemas()))(
  'the JSON Schema of %s files is that of the program: npm run site:schemas (SITE-6)',
  async (name, schema) => {
    expect(await read(`schemas/${name}.json`)).toBe(schema)
  },
)

test('the schemas know every field that the customer’s files have, and no others are allowed', async () => {
  const { properties, additionalProperties } = JSON.parse(jsonSchemas().service)
  expect(additionalProperties).toBe(false)
  const files = await Promise.all(SERVICE_NAMES.map((name) => read(`sites/szpalta/services/${name}.yaml`)))
  const fields = new Set(files.flatMap((text) => Object.keys(parse(text))))
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...fields]))
  for (const text of files)
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/schemas\/service\.json\n/)
})
