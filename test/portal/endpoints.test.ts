import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpointsTable } from '../../src/portal/endpoints.ts'
import { ROUTES } from '../../src/portal/routes.ts'
import { OWN_PATHS } from '../../src/site/service-file.ts'
import { ROOT } from '../support/root.ts'

test('the table of endpoints is that of the declarations: npm run endpoints', async () => {
  expect(await readFile(join(ROOT, 'docs/endpoints.md'), 'utf8')).toBe(endpointsTable())
})

test('sites and imports know the first parts of declared paths as the program’s', () => {
  const parts = ROUTES.declared.flatMap(({ path }) => /^\/([a-z][a-z-]*)(?=\/|$)/.exec(path)?.[1] ?? [])
  expect(parts.length).toBeGreaterThan(20)
  expect([...new Set(parts)].filter((part) => !OWN_PATHS.includes(part))).toEqual([])
})
