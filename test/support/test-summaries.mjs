/**
 * What `.ci/run` needs of Jest's summaries:
 *
 *     node test/support/test-summaries.mjs failed first.json               prints the failed files, one a line
 *     node test/support/test-summaries.mjs count first.json again.json …   prints how many tests passed and failed
 *
 * A test that failed is forgiven only if it passed when its file ran once more, alone; a file that found no time has failed
 * (docs/decisions/042).
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import NO_TIME from './runner/no-time.cjs'

/** The results of each file; none for a run that ended before its summary. */
function resultsOf(summary) {
  try {
    return JSON.parse(readFileSync(summary, 'utf8')).testResults
  } catch {
    return []
  }
}

const hasFailed = ({ status }) => status === 'failed'
/** Its turn came too late. What was not tested has not passed. */
const isUnrun = ({ assertionResults }) => assertionResults.some(({ fullName }) => fullName === NO_TIME)
/** A failed file without a failed test could not be loaded, or failed outside its tests: that counts as one. */
const failuresOf = ({ status, assertionResults }) =>
  isUnrun({ assertionResults }) ? 1 : status === 'failed' ? Math.max(1, assertionResults.filter(hasFailed).length) : 0

const passedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed').length

/** A file's counts, and whatever passed only when the file ran alone. */
function outcomeOf(file, alone) {
  const before = { passed: passedIn(file), failed: failuresOf(file), forgiven: [] }
  if (file.status !== 'failed' || alone?.status !== 'passed' || isUnrun(alone)) return before
  const failures = file.assertionResults.filter(hasFailed)
  // It could not be loaded: its tests are those of the second run.
  if (failures.length === 0) return { passed: passedIn(alone), failed: 0, forgiven: ['the whole file'] }
  const forgiven = failures.filter(({ fullName }) => {
    const same = alone.assertionResults.filter((one) => one.fullName === fullName)
    return same.length > 0 && same.every(({ status }) => status === 'passed')
  })
  return {
    passed: before.passed + forgiven.length,
    failed: before.failed - forgiven.length,
    forgiven: forgiven.map(({ fullName }) => fullName),
  }
}

const [what, summary, ...others] = process.argv.slice(2)
const first = resultsOf(summary)
if (what === 'failed') {
  for (const { name } of first.filter(hasFailed)) console.log(relative('', name))
} else {
  const again = new Map(others.flatMap(resultsOf).map((file) => [file.name, file]))
  let [passed, failed] = [0, 0]
  for (const file of first) {
    const path = relative('', file.name)
    for (const { fullName, status, invocations } of file.assertionResults) {
      if (status === 'passed' && invocations > 1) console.error(`passed only the second time: ${path}: ${fullName}`)
    }
    if (isUnrun(file)) console.error(`NOT RUN, no time was left: ${path}`)
    const outcome = outcomeOf(file, again.get(file.name))
    for (const name of outcome.forgiven) console.error(`passed only when run alone: ${path}: ${name}`)
    passed += outcome.passed
    failed += outcome.failed
  }
  console.log(passed, failed)
}
