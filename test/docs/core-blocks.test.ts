import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_BLOCKS } from '../../src/content/normalise/core-blocks.ts'
import { ROOT } from '../support/root.ts'

test('the table of WordPress’ blocks in the decision record is the one in force (BLOCK-45)', () => {
  const text = readFileSync(join(ROOT, 'docs/decisions/017-wordpress.md'), 'utf8')
  const rows = text
    .slice(text.indexOf('| treatment |'))
    .split('\n')
    .slice(2)
    .filter((row) => row.startsWith('|'))
  const documented = rows.map((row) => (row.split('|')[2] ?? '').trim().replaceAll('`', '').split(' '))
  const inForce = new Map<string, string[]>()
  for (const [name, treatment] of CORE_BLOCKS) {
    inForce.set(treatment, [...(inForce.get(treatment) ?? []), name.replace('core/', '')])
  }
  expect(documented).toEqual([...inForce.values()])
})
