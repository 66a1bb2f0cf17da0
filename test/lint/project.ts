import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

/** Something that a check objects to. */
export interface Fault {
  /** Relative to the project's folder, which is the current one. */
  file: string
  /** From 1; absent: the whole file. */
  line?: number
  problem: string
}

/** A rule about texts of the project: no part of the program runs for it (docs/decisions/128). */
export interface Check {
  /** One sentence, with the ids of the requirements that it proves. */
  name: string
  faults(): Fault[] | Promise<Fault[]>
}

const texts = new Map<string, string>()

export function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** Files that are in a commit or could be added to one. */
export function projectFiles(...globs: string[]): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', ...globs], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file))
}

/** Folders with the sources of the program. */
export const PROGRAM_FOLDERS = ['src', 'tools', 'views', 'amp', 'mail'] as const

export const programFiles = (): string[] =>
  projectFiles(...PROGRAM_FOLDERS.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`]))

/** The line at an offset of a text. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** No fault if a condition holds, which means that the check itself still looks at what it is about. */
export const unless = (holds: boolean, file: string, problem: string): Fault[] => (holds ? [] : [{ file, problem }])

/** One fault for each item of the one list that the other one lacks. */
export function differences(file: string, actual: readonly string[], expected: readonly string[]): Fault[] {
  const [are, should] = [new Set(actual), new Set(expected)]
  return [
    ...[...are].filter((item) => !should.has(item)).map((item) => ({ file, problem: `too much: ${item}` })),
    ...[...should].filter((item) => !are.has(item)).map((item) => ({ file, problem: `missing: ${item}` })),
  ]
}

const versions = z.record(z.string(), z.string()).default({})
const manifest = z.object({ dependencies: versions, devDependencies: versions })

/** Packages that the project names itself: those that build and run, and those of tests (docs/decisions/127). */
export const namedPackages = (): { file: string; name: string; version: string }[] =>
  ['package.json', 'desk/package.json', 'test/package.json'].flatMap((file) => {
    const { dependencies, devDependencies } = manifest.parse(JSON.parse(read(file)))
    return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ file, name, version }))
  })
