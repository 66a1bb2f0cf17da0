import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from '../../development/reference/reference.ts'
import { SERVICE_NAMES, settingNames } from '../support/customer-site.ts'
import { EVERY_BLOCK } from '../support/fixtures/every-block.ts'
import { ROOT } from '../support/root.ts'

test.each(Object.entries(referencePages(ROOT, EVERY_BLOCK)))(
  'docs/reference/%s is what the program has: npm run docs:reference (DOC-3)',
  (name, text) => {
    expect(readFileSync(join(ROOT, 'docs/reference', name), 'utf8')).toBe(text)
  },
)

test('every variable of the environment has an entry in the table of settings (DOC-3)', () => {
  const table = readFileSync(join(ROOT, 'docs/reference/settings.md'), 'utf8')
  const services = [...SERVICE_NAMES].map((name) => name.toUpperCase()).join('|')
  const names = settingNames.map((name) => name.replace(new RegExp(`_(?:${services})$`), '_{NAME}'))
  expect(new Set(names).size).toBeGreaterThan(100)
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
