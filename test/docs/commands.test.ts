import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandsPage } from '../../development/reference/commands.ts'
import { ROOT } from '../support/root.ts'

test('docs/reference/commands.md has what the commands say of themselves: npm run docs:reference (DOC-3)', async () => {
  const page = await commandsPage(ROOT)
  expect(page).toContain('\n## start\n')
  expect(await readFile(join(ROOT, 'docs/reference/commands.md'), 'utf8')).toBe(page)
})
