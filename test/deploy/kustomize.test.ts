import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { kubernetesObject, text, yaml } from '../support/manifests.ts'
import { ROOT } from '../support/root.ts'

const OVERLAY = 'deploy/overlays/example'
const generator = z.strictObject({
  name: z.string(),
  files: z.array(z.string()).optional(),
  envs: z.array(z.string()).optional(),
})
/** The fields that these files use, of those that Kustomize has. */
const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  patches: z.array(z.strictObject({ path: z.string() })).default([]),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
})
type Kustomization = z.output<typeof kustomization> & { folder: string }
const named = kubernetesObject.extend({ metadata: z.looseObject({ name: z.string() }) })
type Named = z.output<typeof named>

const kustomizationIn = async (folder: string): Promise<Kustomization> => ({
  ...kustomization.parse(await yaml(`${folder}/kustomization.yaml`)),
  folder,
})

/** An overlay with what it is made of, and the objects of all. */
async function resolved(folder: string): Promise<{ parts: Kustomization[]; objects: Named[] }> {
  const own = await kustomizationIn(folder)
  const parts = [own]
  const objects: Named[] = []
  for (const resource of own.resources) {
    const path = normalize(join(folder, resource))
    if ((await lstat(join(ROOT, path))).isDirectory()) {
      // Kustomize refuses a base that contains what is made of it.
      if (`${folder}/`.startsWith(`${path}/`)) throw new Error(`${path} contains ${folder}`)
      const base = await resolved(path)
      parts.push(...base.parts)
      objects.push(...base.objects)
    } else {
      if (resource.includes('..')) throw new Error(`${resource} lies outside of ${folder}, which Kustomize refuses`)
      objects.push(...parseAllDocuments(await text(path)).map((document) => named.parse(document.toJS())))
    }
  }
  return { parts, objects }
}

let parts: Kustomization[]
let objects: Named[]
beforeAll(async () => {
  const made = await resolved(OVERLAY)
  parts = made.parts
  objects = made.objects
})

test('DEP-9 the example overlay is the base with a namespace, an image, settings and secrets of its own', () => {
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(
    expect.arrayContaining([
      'Namespace szpalta',
      'Deployment szpalta',
      'StatefulSet szpalta-varnish',
      'Service szpalta',
    ]),
  )
  const [overlay] = parts
  expect(overlay?.namespace).toBe('szpalta')
  const images = new Set(JSON.stringify(objects).match(/"image":"[^":]+/g))
  for (const { name } of overlay?.images ?? []) expect(images).toContain(`"image":"${name}`)
})

test('DEP-9 files of generators are there, or made by the operator and ignored by git', async () => {
  const ignored = await text('.gitignore')
  for (const { folder, configMapGenerator, secretGenerator, patches } of parts) {
    const files = configMapGenerator.flatMap(({ files: own = [] }) => own.map((file) => file.replace(/^.*=/, '')))
    for (const file of [...files, ...patches.map(({ path }) => path)])
      expect([file, existsSync(join(ROOT, folder, file))]).toEqual([file, true])
    for (const { files: own = [], envs = [] } of secretGenerator)
      for (const file of [...own, ...envs]) expect(ignored).toContain(`\n/deploy/overlays/*/${file}\n`)
  }
})

test('DEP-9 every ConfigMap and Secret that a pod names is made, with the keys that it needs', async () => {
  const configMaps = new Map<string, string[]>()
  const secrets = new Map<string, string[]>()
  for (const object of objects) if (object.kind === 'ConfigMap') configMaps.set(object.metadata.name, [])
  const nameOf = (file: string): string => file.replace(/=.*$/, '')
  for (const { configMapGenerator, secretGenerator } of parts) {
    for (const { name, files = [] } of configMapGenerator) configMaps.set(name, files.map(nameOf))
    for (const { name, files = [] } of secretGenerator) secrets.set(name, files.map(nameOf))
  }
  const example = await text(`${OVERLAY}/secrets.env.example`)
  secrets.get('szpalta')?.push(...[...example.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name))
  const needs = { secrets: 0 }
  JSON.stringify(objects, (key, value: unknown) => {
    const reference = z.object({ name: z.string(), key: z.string().optional(), optional: z.boolean().optional() })
    const parsed = reference.safeParse(value)
    if (!parsed.success) return value
    const { name, key: entry, optional } = parsed.data
    if (key === 'configMapRef' || key === 'configMap') expect([...configMaps.keys()]).toContain(name)
    if (key === 'secretKeyRef' && !optional) {
      needs.secrets += 1
      expect([name, secrets.get(name)]).toEqual([name, expect.arrayContaining([entry])])
    }
    return value
  })
  expect(needs.secrets).toBeGreaterThan(3)
})

test("DEP-9 Varnish's files are those that it includes, with the hosts of Kubernetes", async () => {
  const vcl = await text('deploy/varnish/default.vcl')
  const included = [...vcl.matchAll(/^include "\.\/(.+)";$/gm)].map(([, name = '']) => name)
  const [made] = (await kustomizationIn('deploy/varnish')).configMapGenerator
  expect(made?.files?.map((file) => file.replace(/=.*$/, '')).sort()).toEqual(['default.vcl', ...included].sort())
  expect(made?.files).toContain('site.vcl=kubernetes.vcl')
})

test('DEP-9 what the overlay patches is there, and its settings are the portal’s', async () => {
  const [overlay] = parts
  for (const { path } of overlay?.patches ?? []) {
    const patch = named.parse(await yaml(`${OVERLAY}/${path}`))
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain(
      `${patch.kind} ${patch.metadata.name}`,
    )
  }
})
