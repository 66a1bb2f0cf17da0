import { execFileSync } from 'node:child_process'
import { ROOT } from '../support/root.ts'

test('no avoided word is used: npm run lint', () => {
  execFileSync('node', ['test/lint/run.mjs', 'vocabulary'], { cwd: ROOT, stdio: 'inherit' })
})
