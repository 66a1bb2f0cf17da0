/** A version's part of CHANGELOG.md, newest first. */
export interface Section {
  /** `Unreleased`, or a version. */
  version: string
  /** YYYY-MM-DD, of what was released. */
  date?: string
  /** By the headings of Keep a Changelog: Added, Changed, Removed and so on. */
  groups: ReadonlyMap<string, string>
  /** Without its heading. */
  text: string
}

export const UNRELEASED = 'Unreleased'
const HEADING = /^## (?:(Unreleased)|(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2}))$/
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** @throws {Error} a heading is neither `## Unreleased` nor `## 1.0.0 - 2026-11-29` */
export function readChangelog(text: string): Section[] {
  const [, ...parts] = text.split(/^(?=## )/m)
  return parts.map((part) => {
    const [line = ''] = part.split('\n', 1)
    const [, unreleased, version = unreleased, date] = HEADING.exec(line) ?? []
    if (version === undefined) throw new Error(`CHANGELOG.md: "${line}" is no heading of a version`)
    const body = part.slice(line.length).trim()
    return { version, groups: groupsOf(body), text: body, ...(date !== undefined && { date }) }
  })
}

function groupsOf(body: string): Map<string, string> {
  const [, ...parts] = `\n${body}`.split(/^### /m)
  const groups = new Map<string, string>()
  for (const part of parts) {
    const [name = ''] = part.split('\n', 1)
    groups.set(name, (groups.get(name) ?? '') + part.slice(name.length))
  }
  return groups
}

/** @returns a positive number where the first version is the later one */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  const index = left.findIndex((number, at) => number !== right[at])
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

/** Unreleased, and versions later than one that is out. */
export function sectionsAfter(version: string, sections: readonly Section[]): Section[] {
  return sections.filter((one) => one.version === UNRELEASED || compareVersions(one.version, version) > 0)
}

export type Bump = 'major' | 'minor' | 'patch'

/** @throws {Error} the second version is not later */
export function bumpOf(from: string, to: string): Bump {
  const [left, right] = [numbersOf(from), numbersOf(to)]
  if (compareVersions(to, from) <= 0) throw new Error(`${to} is not later than ${from}`)
  if (left[0] !== right[0]) return 'major'
  return left[1] === right[1] ? 'patch' : 'minor'
}

function numbersOf(version: string): number[] {
  const parts = VERSION.exec(version)
  if (!parts) throw new Error(`"${version}" is no version`)
  return parts.slice(1).map(Number)
}
