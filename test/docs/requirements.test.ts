import { execFileSync } from 'node:child_process'
import { ROOT } from '../support/root.ts'

test('the register of requirements holds: npm run lint', () => {
  execFileSync('node', ['test/lint/run.mjs', 'requirements'], { cwd: ROOT, stdio: 'inherit' })
})
