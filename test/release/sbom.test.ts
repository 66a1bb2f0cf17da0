import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as CycloneDx from '@cyclonedx/cyclonedx-library'
import * as z from 'zod'
import { ROOT } from '../support/root.ts'

// npm puts it into the folder of the tests' package, as the project has other versions of its peers.
const { Spec, Validation }: typeof CycloneDx = createRequire(join(ROOT, 'test/package.json'))(
  '@cyclonedx/cyclonedx-library',
)

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')
const component = z.object({
  'bom-ref': z.string(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  scope: z.enum(['required', 'optional']),
  licenses: z.array(
    z.union([z.object({ license: z.object({ id: z.string() }) }), z.object({ expression: z.string() })]),
  ),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })),
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
})
type Component = z.output<typeof component>
const document = z.object({
  metadata: z.object({ component: z.object({ 'bom-ref': z.string(), version: z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
      version: z.string().optional(),
    }),
  ),
})

let text: string
let sbom: z.output<typeof document>
beforeAll(async () => {
  text = await read('dist/sbom.cdx.json')
  sbom = document.parse(JSON.parse(text))
})
const fullName = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)
const isBundled = ({ properties }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:bundled' && value === 'true')

test('DEP-37 it is CycloneDX 1.6 by the schema of its makers', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(text)).toBeNull()
  expect(await validator.validate(text.replace('"CycloneDX"', '"Other"'))).not.toBeNull()
})

test('DEP-37 every package of the metafiles is in it, as the notices of licences have them', async () => {
  const notices = await read('dist/THIRD-PARTY-NOTICES.txt')
  // Packages with the very same text share it.
  const noticed = [...notices.matchAll(/^={80}\n((?:\S+ \S+ \(.+\)\n)+)$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/^(\S+) (\S+) \((.+)\)$/gm)].map(([, name, version, licence]) => ({ name, version, licence })),
  )
  const bundled = sbom.components.filter(isBundled)
  process.stderr.write(`\n  components: ${sbom.components.length}, ${bundled.length} of them in the build\n\n`)
  expect(noticed.length).toBeGreaterThan(200)
  const described = bundled.map((one) => {
    const [licence] = one.licenses
    return {
      name: fullName(one),
      version: one.version,
      licence: licence && ('license' in licence ? licence.license.id : licence.expression),
    }
  })
  const byName = (one: { name?: string; version?: string }): string => `${one.name} ${one.version}`
  const sorted = <T extends { name?: string; version?: string }>(all: T[]): T[] =>
    all.sort((one, other) => (byName(one) < byName(other) ? -1 : 1))
  expect(sorted(described)).toEqual(sorted(noticed))
})

test('DEP-37 every package with files in a source map of the build is in it', async () => {
  const maps = (await readdir(join(ROOT, 'dist'), { recursive: true })).filter((name) => name.endsWith('.js.map'))
  const texts = await Promise.all(maps.map((name) => read(`dist/${name}`)))
  const sources = texts.flatMap((one) => z.object({ sources: z.array(z.string()) }).parse(JSON.parse(one)).sources)
  const names = new Set(sources.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))
  expect(names.size).toBeGreaterThan(100)
  const described = new Set(sbom.components.filter(isBundled).map(fullName))
  // Part of a file of tldts, and named by its own source map.
  expect([...names].filter((name) => name !== 'tldts-core' && !described.has(name))).toEqual([])
})

test('DEP-37 every package that production installs is in it, those of other platforms as optional', async () => {
  const { packages } = lockFile.parse(JSON.parse(await read('package-lock.json')))
  const installed = Object.entries(packages).flatMap(([folder, { dev, devOptional, link, version }]) =>
    folder.startsWith('node_modules/') && !dev && !devOptional && !link
      ? [`${folder.replace(/^.*node_modules\//, '')}@${version}`]
      : [],
  )
  expect(installed).toEqual(expect.arrayContaining([expect.stringMatching(/^sharp@/)]))
  const described = new Map(sbom.components.map((one) => [`${fullName(one)}@${one.version}`, one.scope]))
  expect(installed.filter((name) => !described.has(name))).toEqual([])
  expect([...described].filter(([, scope]) => scope === 'optional').map(([name]) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^@img\/sharp-win32-x64@/)]),
  )
  expect(described.get([...described.keys()].find((name) => name.startsWith('sharp@')) ?? '')).toBe('required')
})

test('DEP-37 names are those by which scanners look vulnerabilities up, and dependencies lead to components', () => {
  for (const one of sbom.components) {
    expect(one.purl).toBe(`pkg:npm/${fullName(one).replace('@', '%40')}@${one.version}`)
    expect(one.licenses).toHaveLength(1)
  }
  const refs = new Set([sbom.metadata.component['bom-ref'], ...sbom.components.map((one) => one['bom-ref'])])
  expect(refs.size).toBe(sbom.components.length + 1)
  const linked = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(linked.filter((ref) => !refs.has(ref))).toEqual([])
  // Everything is there because something needs it.
  const reached = new Set([sbom.metadata.component['bom-ref']])
  const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next)
  expect([...refs].filter((ref) => !reached.has(ref))).toEqual([])
})

test('DEP-37 a package of the build is in no list of what production installs, so that package.json shows only the latter', async () => {
  const manifest = z
    .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await read('package.json')))
  const bundled = new Set(sbom.components.filter(isBundled).map(fullName))
  const neither = Object.keys(manifest.devDependencies).filter(
    (name) => !bundled.has(name) && !name.startsWith('@types/'),
  )
  // They build, or are for development alone.
  expect(neither.sort()).toEqual(BUILD_TOOLS)
  expect(Object.keys(manifest.dependencies).filter((name) => bundled.has(name))).toEqual([])
})

/** What the build and `npm run dev` use, and no build contains. */
const BUILD_TOOLS = [
  // Their letters are measured for fallbacks.
  '@fontsource/arimo',
  '@fontsource/gelasio',
  '@fontsource/noto-serif',
  '@fontsource/roboto',
  'esbuild',
  // Types alone.
  'schema-dts',
  'subset-font',
  'typescript',
]
