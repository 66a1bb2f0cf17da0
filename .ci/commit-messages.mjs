/**
 * Checks the messages of commits, as CONTRIBUTING.md asks for them: `node .ci/commit-messages.mjs [first]`. Prints each
 * fault and ends with 1 if there is one. Of a shallow clone the last commit is checked, of a folder without history none.
 */
import { execFileSync } from 'node:child_process'

/** The last commit before the rule, whose descendants are checked. */
const BEFORE = '4dcd51ec2c10b66efd00ee6bec79971d43ccd575'
const MAX_SUBJECT = 72
/** First words that are no order: what a commit is about, or what it did. */
const NOT_IMPERATIVE =
  /^(?:the|an?|this|that|these|some|all|no|more|most|new|what|how|when|now|tests?|words|docs?|wip|fixup!|squash!|merge)$|.(?:ing|ed|s)$/
/** Orders that look like something else. */
const IMPERATIVE = new Set(['bring', 'embed', 'exceed', 'feed', 'need', 'proceed', 'seed', 'speed', 'test'])
const ENDS_IN_S = /(?:ss|us)$/

/** Whoever owns the clone: in a container, that is often another user. */
const git = (...args) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** @returns what is wrong with a message; empty: nothing */
export function faultsOf(message) {
  const [subject = '', second = '', ...body] = message.trimEnd().split('\n')
  const [word = ''] = subject.split(' ')
  const faults = []
  if (subject.length > MAX_SUBJECT) faults.push(`its subject has ${subject.length} characters, at most ${MAX_SUBJECT}`)
  if (subject.endsWith('.')) faults.push('its subject ends with a full stop')
  if (!/^[A-Z]/.test(subject)) faults.push('its subject begins with no capital letter')
  if (!isImperative(word)) faults.push(`its subject begins with "${word}", which is no imperative`)
  if (second !== '') faults.push('no empty line follows its subject')
  if (!body.some((line) => line.trim() !== '')) faults.push('it has no body with the reason')
  return faults
}

function isImperative(word) {
  const plain = word.replace(/[:,]$/, '').toLowerCase()
  return IMPERATIVE.has(plain) || ENDS_IN_S.test(plain) || !NOT_IMPERATIVE.test(plain)
}

function succeeds(...args) {
  try {
    git(...args)
    return true
  } catch {
    return false
  }
}

/** Hashes of the commits to check, the newest first; merges say what they merge. */
function commitsSince(first) {
  const isKnown = succeeds('merge-base', '--is-ancestor', first, 'HEAD')
  if (!isKnown) console.log(`== ${first.slice(0, 8)} is not in this clone: its last commit alone is checked`)
  const range = isKnown ? [`${first}..HEAD`] : ['--max-count=1', 'HEAD']
  return git('log', '--no-merges', '--format=%H', ...range)
    .split('\n')
    .filter((line) => line !== '')
}

if (import.meta.filename === process.argv[1]) {
  let wrong = 0
  const hasHistory = succeeds('rev-parse', 'HEAD')
  if (!hasHistory) console.log('== no history is here: no commit message was checked')
  const commits = hasHistory ? commitsSince(process.argv[2] ?? BEFORE) : []
  for (const commit of commits) {
    const message = git('show', '--no-patch', '--format=%B', commit)
    for (const fault of faultsOf(message)) {
      wrong += 1
      console.log(`${commit.slice(0, 8)} ${message.split('\n', 1)[0]}: ${fault}`)
    }
  }
  console.log(`${commits.length} commit messages checked, ${wrong} faults`)
  process.exitCode = wrong === 0 ? 0 : 1
}
