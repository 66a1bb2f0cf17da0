import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpointsTable } from '../../src/portal/endpoints.ts'
import { ROOT } from '../support/root.ts'

test('the table of endpoints is that of the declarations: npm run endpoints', async () => {
  expect(await readFile(join(ROOT, 'docs/endpoints.md'), 'utf8')).toBe(endpointsTable())
})
