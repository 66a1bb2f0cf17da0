import { resolve } from 'node:path'
import { build } from 'esbuild'

const SERVER = 'src/server.ts'
const APPLICATION = 'src/portal/application.ts'
const OWN = /^(?:src|views|amp|mail)\//

/**
 * What the application loads later imports the application too, so that esbuild keeps the application in few files. It makes one for each set of
 * entries that share a module, and each costs a start more than its bytes (docs/decisions/123).
 * @param plugins those that decide which modules there are
 */
export function oneApplication(plugins) {
  const later = new Set()
  return {
    /** @returns what is added to a module */
    addedTo: (path) => (later.has(path) ? `\nimport ${JSON.stringify(resolve(APPLICATION))}\n` : ''),
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
          for (const path of laterThanApplication(metafile)) later.add(resolve(path))
        })
        // The modules are not there because of it, so it does not count where they are counted.
        onEnd(({ metafile }) => {
          for (const [path, { imports }] of Object.entries(metafile?.inputs ?? {})) {
            if (!later.has(resolve(path))) continue
            const at = imports.findIndex(({ path, kind }) => path === APPLICATION && kind === 'import-statement')
            if (at !== -1) imports.splice(at, 1)
          }
        })
      },
    },
  }
}

/** Entries that only modules behind the application load. */
function laterThanApplication({ inputs }) {
  if (!inputs[SERVER] || !inputs[APPLICATION]) return []
  const light = statically(inputs, SERVER)
  const entries = new Set()
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
