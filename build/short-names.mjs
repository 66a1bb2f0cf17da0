import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { transform } from 'esbuild'

/**
 * An esbuild plugin that gives local names in packages one letter: they are a fifth of the bytes that a start compiles. Names of our own stay, for
 * traces and the log (docs/decisions/123).
 */
export const shortNames = {
  name: 'short-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path, namespace }) => {
      if (namespace !== 'file') return undefined
      const source = await readFile(path, 'utf8')
      // The log names the class of an error.
      if (/\bclass \w+ extends \w*Error\b/.test(source)) return undefined
      const { code } = await transform(source, {
        minifyIdentifiers: true,
        sourcemap: 'inline',
        sourcesContent: false,
        sourcefile: relative('.', path),
      })
      return { contents: code, loader: 'js' }
    })
  },
}
/** Those that are compressed without the database. */
const TEXT = /^text\/|\+(?:json|text|xml)$/i

/** The types of a database that say anything: an unknown one is treated like those that are left out. */
export const usedMediaTypes = {
  name: 'used-media-types',
  setup({ onLoad }) {
    onLoad({ filter: /\/mime-db\/db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8')))
      const used = types.filter(
        ([type, { extensions, charset, compressible }]) =>
          extensions || charset || compressible === false || (compressible && !TEXT.test(type)),
      )
      return { contents: JSON.stringify(Object.fromEntries(used)), loader: 'json' }
    })
  },
}
