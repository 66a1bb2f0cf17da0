import { fromMarkdown } from 'mdast-util-from-markdown'
import { parse } from 'yaml'
import * as z from 'zod'
import { FILES } from '../../src/portal/json-schemas.ts'
import { type Sample, sampledDocuments, stepsIn, stepsOf } from '../support/samples.ts'

const schemas = new Map<string, z.ZodType>(Object.entries(FILES))

function samplesOf(file: string): Sample[] {
  return stepsOf(file).flatMap((step) => ('sample' in step ? [step.sample] : []))
}

const samples = sampledDocuments().flatMap(samplesOf)

test('every tutorial and how-to says of each sample how it is checked (DOC-2)', () => {
  expect(sampledDocuments().length).toBeGreaterThan(6)
  expect(samples.length).toBeGreaterThan(30)
  // What cannot be tried has a reason, and is the exception.
  const untried = samples.flatMap(({ check }) => (check.kind === 'not run' ? [check.reason] : []))
  expect(untried.filter((reason) => reason.length < 10)).toEqual([])
  expect(untried.length).toBeLessThan(samples.length / 8)
})

test('samples of YAML and JSON are what their files may have (DOC-2)', () => {
  const problems = samples.flatMap(({ file, line, language, text, check }) => {
    if (check.kind !== 'write' || (language !== 'yaml' && language !== 'json')) return []
    try {
      const value: unknown = language === 'json' ? JSON.parse(text) : parse(text)
      if (check.schema === undefined) return []
      const schema = schemas.get(check.schema)
      if (!schema) return [`${file}:${line}: there is no schema ${check.schema}`]
      // A sample that is added to a file lacks the rest of it.
      const used = check.isAppended && schema instanceof z.ZodObject ? schema.partial() : schema
      const { error } = used.safeParse(value)
      return error ? [`${file}:${line}: ${z.prettifyError(error)}`] : []
    } catch (error) {
      return [`${file}:${line}: ${String(error)}`]
    }
  })
  expect(problems).toEqual([])
})

test('a sample of a file without a comment is refused', () => {
  const written = (text: string) => () => stepsIn('a.md', fromMarkdown(text))
  expect(written('```yaml\na: 1\n```')).toThrow(/a\.md:1: a comment before the sample must say/)
  expect(written('<!-- sample: guess -->\n\n```yaml\na: 1\n```')).toThrow(/no such check/)
  expect(written('<!-- sample: file a.yaml -->\n\n```yaml\na: 1\n```')).not.toThrow()
})
