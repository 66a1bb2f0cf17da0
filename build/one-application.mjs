import { resolve } from 'node:path'
import { build } from 'esbuild'

const SERVER = 'src/server.ts'
const APPLICATION = 'src/portal/application.ts'
const OWN = /^(?:src|views|amp|mail)\//
const COMMAND = /^tools\//
/** It becomes the server, and begins with the same. */
const START = 'tools/start.ts'

/**
 * What the application loads later imports the application too, so that esbuild keeps the application in few files. It makes one for each set of
 * entries that share a module, and each costs a start more than its bytes (docs/decisions/123). So do the commands, which share what they need with
 * the server (docs/decisions/160), and the application imports what the server begins with.
 * @param plugins those that decide which modules there are
 */
export function oneApplication(plugins) {
  /** Modules that a module imports in addition, by its absolute path. */
  const added = new Map()
  return {
    /** @returns what is added to a module */
    addedTo: (path) =>
      (added.get(path) ?? []).map((module) => `\nimport ${JSON.stringify(resolve(module))}\n`).join(''),
    plugin: {
      name: 'one-application',
      setup({ onStart, onEnd, initialOptions }) {
        onStart(async () => {
          const { metafile } = await build({
            ...initialOptions,
            plugins,
            write: false,
            sourcemap: false,
            logLevel: 'silent',
          })
          for (const path of laterThanApplication(metafile)) added.set(resolve(path), [APPLICATION])
          for (const path of [APPLICATION, START]) added.set(resolve(path), importedBy(metafile, SERVER))
        })
        // The modules are not there because of it, so it does not count where they are counted.
        onEnd(({ metafile }) => {
          for (const [path, { imports }] of Object.entries(metafile?.inputs ?? {})) {
            for (const module of added.get(resolve(path)) ?? []) {
              const at = imports.findLastIndex(({ path, kind }) => path === module && kind === 'import-statement')
              if (at !== -1) imports.splice(at, 1)
            }
          }
        })
      },
    },
  }
}

/** Entries that only modules behind the application load. */
function laterThanApplication({ inputs, outputs }) {
  if (!inputs[SERVER] || !inputs[APPLICATION]) return []
  const light = statically(inputs, SERVER)
  const entries = new Set(entryPoints(outputs).filter((path) => COMMAND.test(path) && path !== START))
  const early = new Set()
  for (const [path, { imports }] of Object.entries(inputs)) {
    for (const { path: target, kind } of imports) {
      if (kind !== 'dynamic-import' || !OWN.test(target)) continue
      entries.add(target)
      if (light.has(path)) for (const module of withLater(inputs, target)) early.add(module)
    }
  }
  return [...entries].filter((path) => path !== APPLICATION && !early.has(path) && !light.has(path))
}

function entryPoints(outputs) {
  return Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? [])
}

/** Modules of the program that a module imports at once. */
function importedBy({ inputs }, path) {
  const own = inputs[path]?.imports.filter(({ path, kind }) => kind === 'import-statement' && OWN.test(path)) ?? []
  return own.map(({ path }) => path)
}

/** A module with all that it imports, at once or later, but for the application. */
function withLater(inputs, root) {
  return root === APPLICATION ? new Set() : closure(inputs, root, ({ path }) => path !== APPLICATION)
}

function statically(inputs, root) {
  return closure(inputs, root, ({ kind }) => kind !== 'dynamic-import')
}

function closure(inputs, root, follows) {
  const modules = new Set([root])
  for (const path of modules)
    for (const imported of inputs[path]?.imports ?? [])
      if (!imported.external && inputs[imported.path] && follows(imported)) modules.add(imported.path)
  return modules
}
