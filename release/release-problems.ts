import { type Bump, bumpOf, compareVersions, readChangelog, sectionsAfter, UNRELEASED } from './changelog.ts'
import { bumpFor, changesOf, describeChange, unannounced } from './surface/compare-surfaces.ts'
import { publicSurface, type Surface, surfaceFile } from './surface/surface.ts'

const ORDER: readonly Bump[] = ['patch', 'minor', 'major']

export interface ReleaseState {
  /** The project's folder. */
  root: string
  version: string
  /** Those of other files, by their paths. */
  others: Record<string, string>
  changelog: string
  /** Of the last release. */
  surface: unknown
  /** In place of that of the program. */
  now?: Surface
}

/** Why this state is no release (REL-11). */
export function releaseProblems({
  root,
  version,
  others,
  changelog,
  surface,
  now = publicSurface(root),
}: ReleaseState): string[] {
  const sections = readChangelog(changelog)
  const [newest] = sections
  const problems: string[] = []
  for (const [file, other] of Object.entries(others))
    if (other !== version) problems.push(`${file} has version ${other}, package.json ${version}`)
  if (newest?.version === UNRELEASED && newest.text !== '') problems.push('CHANGELOG.md has entries under Unreleased')
  const named = sections.find((one) => one.version !== UNRELEASED)
  if (named?.version !== version)
    problems.push(`CHANGELOG.md has ${named?.version} as its newest version, not ${version}`)
  const { version: last, ...before } = surfaceFile.parse(surface)
  if (compareVersions(version, last) <= 0)
    return [...problems, `release/surface.json is of ${last} already: raise the version`]
  const changes = changesOf(before, now)
  const missing = unannounced(changes, sectionsAfter(last, sections))
  problems.push(...missing.map((change) => `CHANGELOG.md does not name it: ${describeChange(change)}`))
  const [is, needed] = [bumpOf(last, version), bumpFor(changes)]
  if (ORDER.indexOf(is) < ORDER.indexOf(needed))
    problems.push(`${version} is a ${is} version after ${last}, and its changes ask for a ${needed} one`)
  return problems
}
