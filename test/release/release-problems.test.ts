import { type ReleaseState, releaseProblems } from '../../release/release-problems.ts'
import type { Surface } from '../../release/surface/surface.ts'

const nothing: Surface = { site: {}, newsroom: {}, settings: {}, routes: {}, metrics: {}, extension: {}, cms: {} }
const before: Surface = { ...nothing, settings: { PAGE_MAX_AGE: '60', PAGE_COLOUR: '' } }
const changelog = (heading: string, group: string, words: string): string =>
  `# Changelog\n\n${heading}\n\n### ${group}\n\n- ${words}\n\n## 1.2.0 - 2026-11-29\n\n### Added\n\n- More.\n`
const release = (version: string, now: Surface, group: string, words: string): ReleaseState => ({
  root: '',
  version,
  others: { 'package-lock.json': version },
  changelog: changelog(`## ${version} - 2026-12-01`, group, words),
  surface: { version: '1.2.0', ...before },
  now,
})
const without: Surface = { ...nothing, settings: { PAGE_MAX_AGE: '60' } }
const more: Surface = { ...nothing, settings: { ...before.settings, PAGE_SHAPE: '' } }

test('REL-11 a version that suits its changes is a release', () => {
  expect(releaseProblems(release('1.2.1', before, 'Fixed', 'A page.'))).toEqual([])
  expect(releaseProblems(release('1.3.0', more, 'Added', '`PAGE_SHAPE`.'))).toEqual([])
  expect(releaseProblems(release('2.0.0', without, 'Removed', '`PAGE_COLOUR`.'))).toEqual([])
})

test.each([
  ['1.3.0', without, 'Removed', '`PAGE_COLOUR`.', /a minor version after 1\.2\.0, and its changes ask for a major one/],
  ['1.2.1', more, 'Added', '`PAGE_SHAPE`.', /a patch version after 1\.2\.0, and its changes ask for a minor one/],
  ['2.0.0', without, 'Removed', 'A colour.', /does not name it: settings: PAGE_COLOUR is removed/],
] as const)('REL-11 %s is no release with such changes', (version, now, group, words, problem) => {
  expect(releaseProblems(release(version, now, group, words))).toEqual([expect.stringMatching(problem)])
})

test('REL-11 lock file, CHANGELOG and the last surface have to agree with the version', () => {
  const good = release('1.2.1', before, 'Fixed', 'A page.')
  expect(releaseProblems({ ...good, others: { 'package-lock.json': '1.2.0' } })).toEqual([
    'package-lock.json has version 1.2.0, package.json 1.2.1',
  ])
  const unreleased = changelog('## Unreleased', 'Fixed', 'A page.')
  expect(releaseProblems({ ...good, changelog: unreleased })).toEqual([
    'CHANGELOG.md has entries under Unreleased',
    'CHANGELOG.md has 1.2.0 as its newest version, not 1.2.1',
  ])
  expect(releaseProblems({ ...good, surface: { version: '1.2.1', ...before } })).toEqual([
    'release/surface.json is of 1.2.1 already: raise the version',
  ])
})
