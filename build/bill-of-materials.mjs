/**
 * `dist/sbom.cdx.json`: what is in the build, and what it needs installed, as CycloneDX 1.6, which scanners read (DEP-37). Written here and not by
 * a library, as `npm ci` brings none for it; a test has the library's validator check it (docs/decisions/165).
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHOSEN, packageFolders } from './third-party-notices.mjs'

/** Names of the taxonomy of CycloneDX, and one of the project's own: the bundle that has a package's files. */
const BUNDLED = 'cdx:npm:package:bundled'
const PART = 'szpalta:part'
const LAST_PACKAGE = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/
const SINGLE_LICENCE = /^[\w.+-]+$/

/**
 * @param bundles metafiles by the name of what they describe
 * @param folders of packages that no metafile names, by the same
 */
export async function writeBillOfMaterials(path, { bundles, folders }) {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const parts = new Map()
  const add = (folder, part) => parts.set(folder, new Set([...(parts.get(folder) ?? []), part]))
  for (const [part, metafile] of Object.entries(bundles)) {
    for (const folder of packageFolders(metafile)) add(folder, part)
  }
  for (const [part, own] of Object.entries(folders)) for (const folder of own) add(folder, part)
  const bundled = new Set(parts.keys())
  for (const folder of installedFolders(packages)) add(folder, 'installed')
  const components = await Promise.all(
    [...parts].map(async ([folder, own]) => component(folder, packages[folder], { parts: own, bundled })),
  )
  if (process.env.DESK === 'on') components.push(await deskEditor())
  await writeFile(path, `${JSON.stringify(await document(merged(components), packages, parts))}\n`)
}

/** Those of production, for every platform. */
function installedFolders(packages) {
  return Object.entries(packages).flatMap(([folder, { dev, devOptional, link }]) =>
    folder.startsWith('node_modules/') && !dev && !devOptional && !link ? [folder] : [],
  )
}

async function component(folder, locked, { parts, bundled }) {
  const file = join(folder, 'package.json')
  // Those of other platforms are named by the lock file alone.
  const own = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
  const name = own.name ?? folder.replace(/^.*node_modules\//, '')
  return described({
    name,
    version: own.version ?? locked.version,
    licence: CHOSEN[name] ?? own.license ?? locked.license,
    integrity: locked?.integrity,
    isOptional: !bundled.has(folder) && locked?.optional === true,
    properties: [
      ...(bundled.has(folder) ? [{ name: BUNDLED, value: 'true' }] : []),
      ...[...parts].sort().map((part) => ({ name: PART, value: part })),
    ],
  })
}

/** The desk's editor comes as its makers have built it. */
async function deskEditor() {
  const { editor } = JSON.parse(await readFile('desk/package.json', 'utf8'))
  const properties = [
    { name: BUNDLED, value: 'true' },
    { name: PART, value: 'desk' },
  ]
  return described({ ...editor, licence: editor.licence ?? 'MIT', properties })
}

function described({ name, version, licence, integrity, isOptional = false, properties }) {
  const [group, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: ownName,
    version,
    scope: isOptional ? 'optional' : 'required',
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    licenses: [licenceOf(licence)],
    purl,
    properties,
  }
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function licenceOf(licence) {
  return SINGLE_LICENCE.test(licence) ? { license: { id: licence } } : { expression: licence }
}

/** Of the package's archive, as npm checks it. */
function hexOf(integrity) {
  const [, digest] = /sha512-(\S+)/.exec(integrity)
  return Buffer.from(digest, 'base64').toString('hex')
}

/** One version in two folders is one component. */
function merged(components) {
  const byRef = new Map()
  for (const one of components) {
    const before = byRef.get(one['bom-ref'])
    if (!before) byRef.set(one['bom-ref'], one)
    else {
      const known = new Set(before.properties.map(({ name, value }) => `${name} ${value}`))
      before.properties.push(...one.properties.filter(({ name, value }) => !known.has(`${name} ${value}`)))
      if (one.scope === 'required') before.scope = 'required'
    }
  }
  return [...byRef.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1))
}

async function document(components, packages, parts) {
  const { name, version, license, description } = JSON.parse(await readFile('package.json', 'utf8'))
  const esbuild = packages['node_modules/esbuild'].version
  const root = purlOf(name, version)
  // The same build has the same document: no time, and a serial number of its contents.
  const digest = createHash('sha256')
    .update(JSON.stringify([version, components]))
    .digest('hex')
  const serial = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digest.slice(from, to))
    .join('-')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools: { components: [{ type: 'application', name: 'esbuild', version: esbuild }] },
      component: {
        type: 'application',
        'bom-ref': root,
        name,
        version,
        description,
        licenses: [licenceOf(license)],
        purl: root,
      },
    },
    components,
    dependencies: dependenciesOf(root, components, packages, parts),
  }
}

/** As Node looks packages up, among those of the document. */
function dependenciesOf(root, components, packages, parts) {
  const refs = new Set(components.map((one) => one['bom-ref']))
  const needed = new Map()
  for (const folder of ['', ...parts.keys()]) {
    const locked = packages[folder]
    if (!locked) continue
    const ref = folder === '' ? root : refOf(folder, locked)
    const names = Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.peerDependencies,
      ...(folder === '' && locked.devDependencies),
    })
    const linked = names.flatMap((name) => {
      const at = folderOf(packages, folder, name)
      return at === undefined ? [] : [refOf(at, packages[at])]
    })
    needed.set(ref, new Set([...(needed.get(ref) ?? []), ...linked.filter((one) => refs.has(one))]))
  }
  return [...needed].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }))
}

function refOf(folder, { name, version }) {
  return purlOf(name ?? folder.replace(/^.*node_modules\//, ''), version)
}

function folderOf(packages, from, name) {
  const folder = join(from, 'node_modules', name)
  if (packages[folder]) return folder
  if (from === '') return undefined
  return folderOf(packages, from.replace(LAST_PACKAGE, ''), name)
}
