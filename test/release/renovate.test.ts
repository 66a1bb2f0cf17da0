import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as z from 'zod'
import { names, text } from '../support/manifests.ts'
import { fetchPackage } from '../support/npm-package.ts'

const settings = z.object({ extends: z.array(z.string()) })

test('REL-13 renovate.json is valid by the schema of its makers', async () => {
  const fetched = await fetchPackage('renovate@44.121.2')
  if (!fetched) return
  try {
    const { $schema: _draft, ...schema } = names.parse(
      JSON.parse(await readFile(join(fetched.folder, 'renovate-schema.json'), 'utf8')),
    )
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
    const problems = (value: unknown): string[] =>
      validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    const own = names.parse(JSON.parse(await text('renovate.json')))
    expect(problems(own)).toEqual([])
    expect(problems({ ...own, timezone: 5, packageRules: 'none' })).not.toEqual([])
    // The schema allows other fields, so each is looked up.
    const fields = z.object({ properties: names }).parse(schema).properties
    expect(Object.keys(own).filter((name) => name !== '$schema' && fields[name] === undefined)).toEqual([])
  } finally {
    await fetched.remove()
  }
})

test('REL-13 Renovate pins actions by commit', async () => {
  const { extends: presets } = settings.parse(JSON.parse(await text('renovate.json')))
  expect(presets).toContain('helpers:pinGitHubActionDigests')
})
