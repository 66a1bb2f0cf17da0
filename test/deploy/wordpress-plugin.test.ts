import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'

const FILE = join(ROOT, 'deploy/wordpress/szpalta.php')
const php = spawnSync('php', ['-v'], { encoding: 'utf8' })
// Written directly: Jest shows no console output of a suite whose tests are all skipped.
if (php.error)
  process.stderr.write('SKIPPED: the connector is not parsed by PHP: there is no php (apt-get install php-cli)\n')
const testWithPhp = php.error ? test.skip : test

testWithPhp('PHP parses the connector, without a notice (SRC-29)', () => {
  const { status, stdout, stderr } = spawnSync('php', ['-d', 'error_reporting=-1', '-l', FILE], { encoding: 'utf8' })
  expect([status, stdout.trim(), stderr]).toEqual([0, `No syntax errors detected in ${FILE}`, ''])
})
